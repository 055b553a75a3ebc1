/**
 * What is asked of a store of text keys. A workload prepares, then does operation number i; the harness counts and
 * times.
 */

/**
 * @typedef {object} Store
 * @property {() => void} clear
 * @property {(first: number, count: number, key: (i: number) => string, value: (i: number) => string) => void} fill
 * @property {(key: string) => string | undefined} get
 * @property {(key: string, value: string) => void} put one transaction
 * @property {(pairs: [string, string][]) => void} putAll one transaction
 * @property {(from: string, count: number) => number} scan so many pairs from a key on, all read; how many there were
 * @property {(from: string, before: string) => number} range
 * @property {() => number} count
 */
/**
 * @typedef {{ name: string, keys: number, key: (i: number) => string, each: (store: Store, i: number)
 *   => number, check: (store: Store, operations: number) => void }} Workload each: how many operations it was
 */

const valueOf = (/** @type {number} */ i) => `{"n":${i}}`

/** Random numbers below `limit` in an order that is the same in every run. @param {number} limit */
function draws(limit) {
  const drawn = new Uint32Array(65536)
  let state = 0x2545f491
  for (let at = 0; at < drawn.length; at++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    drawn[at] = (state >>> 0) % limit
  }
  return drawn
}

/** @param {boolean} holds @param {string} what */
function expect(holds, what) {
  if (!holds) throw new Error(`the store's answers are wrong: ${what}`)
}

/** A million keys in random order. @param {number} keys @returns {Workload[]} */
export function pageWorkloads(keys) {
  const drawn = draws(keys)
  const key = (/** @type {number} */ i) => `key/${String(i).padStart(12, '0')}`
  const names = Array.from(drawn, key)
  const all = (/** @type {Store} */ store) => expect(store.count() === keys, `${keys} keys are there`)
  return [
    { name: 'point read', keys, key, each: (store, i) => { if (store.get(names[i & 65535]) === undefined) throw new Error('a key is missing'); return 1 }, check: all },
    { name: 'scan of 100', keys, key, each: (store, i) => { const from = Math.min(drawn[i & 65535], keys - 100); expect(store.scan(key(from), 100) === 100, '100 rows'); return 1 }, check: all },
    { name: 'point write', keys, key, each: (store, i) => { store.put(names[i & 65535], valueOf(i)); return 1 }, check: all },
    { name: '100 writes', keys, key, each: (store, i) => {
      /** @type {[string, string][]} */
      const pairs = []
      for (let at = 0; at < 100; at++) pairs.push([names[(i * 100 + at) & 65535], valueOf(i)])
      store.putAll(pairs)
      return 100
    }, check: all },
    { name: 'mixed 80/20', keys, key, each: (store, i) => { if (i % 5 === 0) store.put(names[i & 65535], valueOf(i)); else store.get(names[i & 65535]); return 1 }, check: all },
  ]
}

/** A few thousand keys in order, as the benchmark's code has it. @returns {Workload[]} */
export function codeWorkloads() {
  const key = (/** @type {number} */ i) => `bench/${String(i).padStart(8, '0')}`
  const scanKey = (/** @type {number} */ i) => `scan/${String(i).padStart(6, '0')}`
  const mixedKey = (/** @type {number} */ i) => `mixed/${String(i).padStart(8, '0')}`
  return [
    {
      name: 'point read of 10,000',
      keys: 10_000,
      key,
      each: (store, i) => {
        if (store.get(key(i % 10_000)) === undefined) throw new Error('a key is missing')
        return 1
      },
      check: (store) => expect(store.count() === 10_000, 'nothing was added'),
    },
    {
      name: 'point write, growing',
      keys: 0,
      key,
      each: (store, i) => {
        store.put(key(i), valueOf(i))
        return 1
      },
      check: (store, operations) => expect(store.count() === operations, 'a row for each write'),
    },
    {
      name: 'batch of 100',
      keys: 0,
      key,
      each: (store, i) => {
        /** @type {[string, string][]} */
        const pairs = []
        for (let at = i * 100; at < i * 100 + 100; at++)
          pairs.push([`batch/${String(at).padStart(8, '0')}`, valueOf(at)])
        store.putAll(pairs)
        return 100
      },
      check: (store, operations) => expect(store.count() === operations, 'a row for each write'),
    },
    {
      name: 'prefix scan of 1,000',
      keys: 1000,
      key: scanKey,
      each: (store) => {
        expect(store.range('scan/', 'scan0') === 1000, '1,000 rows')
        return 1
      },
      check: (store) => expect(store.count() === 1000, 'nothing was added'),
    },
    {
      name: 'mixed 80/20, growing',
      keys: 5000,
      key: mixedKey,
      each: (store, i) => {
        const at = i + 5000
        if (at % 5 === 0) store.put(mixedKey(at), valueOf(at))
        else store.get(mixedKey(at % 5000))
        return 1
      },
      check: (store, operations) => expect(store.count() === 5000 + Math.ceil(operations / 5), 'a row for each write'),
    },
  ]
}

/** @param {Store} store @param {Workload} workload */
export function prepare(store, workload) {
  store.clear()
  for (let first = 0; first < workload.keys; first += 10_000)
    store.fill(first, Math.min(10_000, workload.keys - first), workload.key, valueOf)
}
