/**
 * What HenryDB's author published for its own engine, by workload: macOS, Apple silicon, one fsync about 18 ms.
 * Absolute figures are of that machine; what compares is how they relate to the cost of a sync, which is printed beside
 * ours.
 */

/** @typedef {'immediate' | 'batch' | 'none' | 'memory'} Durability */

/**
 * @type {Record<string, { title: string, durabilities: Durability[], perSecond: Partial<Record<Durability,
 *   number>>, note: string }>}
 */
export const PUBLISHED = {
  h1: {
    title: 'H1: in memory, embedded, 5 statements without a transaction block, 1,000 accounts',
    durabilities: ['memory'],
    perSecond: { memory: 478 },
    note: '',
  },
  h2: {
    title: 'H2: directory, over TCP, 4 statements without a transaction block, literals in the text, 200 accounts',
    durabilities: ['immediate', 'batch'], perSecond: { immediate: 13, batch: 53 }, note: '',
  },
  h3: {
    title: 'H3: directory, embedded session, BEGIN, 4 statements, COMMIT, 50 accounts', durabilities: ['immediate'],
    perSecond: {}, note: 'Its figure was not published by itself.',
  },
  h4: {
    title: 'H4: directory, over TCP, BEGIN, 5 statements with parameters, COMMIT, 100 accounts, no keys and no indexes',
    durabilities: ['immediate'], perSecond: { immediate: 36 },
    note: 'Published: mean 27.8 ms; one UPDATE in a block p50 22.1 ms, p90 22.9, p99 23.6; one SELECT 20.5 ms (48.9/s).',
  },
  h5: {
    title: 'H5: directory, embedded, BEGIN, 5 statements, COMMIT, 1,000 accounts',
    durabilities: ['immediate', 'none'],
    perSecond: { immediate: 46, none: 127 },
    note: 'The published run does not say its statements; these are those of H1 in a block.',
  },
  h6: {
    title: 'H6: directory, embedded, one UPDATE that is its own commit', durabilities: ['immediate', 'batch', 'none'],
    perSecond: { immediate: 53, batch: 3704, none: 4348 }, note: '',
  },
}
