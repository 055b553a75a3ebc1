/**
 * How long a random test goes on: `npm test` has few rounds for it, `npm run test:long` runs the same files with many.
 */
const isLong = process.env.TEST_LONG !== undefined

/** @template T @param {T} few @param {T} many @returns {T} */
export const rounds = (few, many) => isLong ? many : few
