/**
 * Engines that isolate less than they say, each in one way: the checker has to find out. Wrappers around an open
 * cluster; the sources know nothing of them.
 */

/** @typedef {import('./checker.js').Level} Level */
/**
 * @typedef {{ level: Level, apply: (cluster: any) => void, truncateEvery?: number }} Mutant level: at which it shows
 */

/** Serializable transactions lack one of their methods. @param {string} name @returns {(cluster: any) => void} */
const without = (name) => ({ txns }) => {
  const { serializable } = txns
  const { register } = serializable
  serializable.register = (/** @type {any} */ txn) => {
    const serial = register.call(serializable, txn)
    serial[name] = () => undefined
    return serial
  }
}

/**
 * Each snapshot is changed on its way.
 * @param {(snapshot: any, txns: any) => void} change
 * @returns {(cluster: any) => void}
 */
const withSnapshots = (change) => ({ txns }) => {
  const { snapshotIn } = txns
  txns.snapshotIn = (/** @type {any} */ txn, /** @type {any} */ spare) => {
    const snapshot = snapshotIn.call(txns, txn, spare)
    change(snapshot, txns)
    return snapshot
  }
}

/** @type {Record<string, Mutant>} */
export const MUTANTS = {
  'rw-edges-dropped': { level: 'serializable', apply: ({ txns }) => { txns.serializable.flag = () => undefined } },
  'ranges-forgotten': { level: 'serializable', apply: without('readRange') },
  'rows-forgotten': {
    level: 'serializable',
    apply: (cluster) => {
      without('readRow')(cluster)
      without('readFile')(cluster)
    },
  },
  'passed-over-unseen': { level: 'serializable', apply: without('passOver') },
  'keys-unwatched': {
    level: 'serializable',
    apply: (cluster) => {
      without('writesKey')(cluster)
      without('writesFile')(cluster)
    },
  },
  'truncate-unwatched': { level: 'serializable', apply: without('writesAll'), truncateEvery: 2 },
  'reads-lost-by-ddl': {
    level: 'serializable',
    apply: ({ txns }) => {
      txns.serializable.locks.move = () => undefined
    },
  },
  'summary-empty': {
    level: 'serializable',
    apply: ({ txns }) => {
      const { serializable } = txns
      serializable.setLimits({ perTransaction: 10, perRelation: 3, perPage: 2, connections: 1 })
      serializable.setLimits = () => undefined
      serializable.connections = 0
      serializable.summarise = (/** @type {any} */ serial) => {
        serializable.finished.delete(serial)
        serializable.forget(serial)
      }
    },
  },
  'snapshot-per-statement': {
    level: 'repeatable read',
    apply: withSnapshots((snapshot, txns) => {
      if (snapshot.txn.repeatableRead) snapshot.csn = txns.lastCsn
    }),
  },
  'snapshot-too-old': {
    level: 'read committed',
    apply: (cluster) => {
      const seen = [1, 1, 1, 1]
      withSnapshots((snapshot, txns) => {
        if (seen[seen.length - 1] !== txns.lastCsn) seen.push(txns.lastCsn)
        if (!snapshot.txn.repeatableRead && seen.length > 8) snapshot.csn = seen[seen.length - 4]
      })(cluster)
    },
  },
  'active-seems-committed': {
    level: 'read committed',
    apply: ({ txns }) => {
      const { ring } = txns
      const { of } = ring
      ring.of = (/** @type {number} */ xid) => of.call(ring, xid) || 3
    },
  },
}
