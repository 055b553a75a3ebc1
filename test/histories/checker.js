/**
 * Was this history possible at its isolation level? Knows nothing of the engine: it is told what each transaction asked
 * and was answered, and builds who depends on whom from what the answers
 * show (as Elle does, Kingsbury and Alvaro, VLDB 2020): a list to which transactions append tells the order of its own
 * versions.
 *
 *   ww   wrote the version after            wr   read what the other wrote            rw   read the version before what
 * the other wrote
 *
 *   anomaly                                                                READ COMMITTED   REPEATABLE READ
 * SERIALIZABLE
 *   G0             a cycle of ww                                            forbidden        forbidden
 * forbidden
 *   G1a, G1b       read of a change that was undone, or not the last        forbidden        forbidden
 * forbidden
 *   G1c            a cycle of ww and wr                                     forbidden        forbidden
 * forbidden
 *   G-single       a cycle with one rw                                                       forbidden
 * forbidden
 *   G-nonadjacent  a cycle in which no two rw follow each other                              forbidden
 * forbidden
 *   G2             a cycle with any rw
 * forbidden
 *   lost, twice, order, future, stale, internal: answers that fit no order of versions at all, a commit that was not
 * seen, a read that changed
 *
 * Two kinds of data: lists (`append`, `read`, `longer`: the lists of at least so many elements, by predicate) and bags
 * (`insert`, `bag`: the rows of a group, by predicate, in the
 * epoch that the last TRUNCATE began).
 */

/** @typedef {'read committed' | 'repeatable read' | 'serializable'} Level */
/** @typedef {{ kind: 'append', key: number, element: number }} Append */
/**
 * @typedef {{ kind: 'read', key: number, list: number[], at: number }} Read at: when it was asked, on the history's
 * clock
 */
/** @typedef {{ kind: 'longer', least: number, lists: Map<number, number[]>, at: number }} Longer */
/**
 * @typedef {{ kind: 'insert', group: number, element: number, epoch: number }} Insert epoch: of the file the row went
 * to, which locks tell
 */
/**
 * @typedef {{ kind: 'bag', group: number, elements: number[], epoch: number }} Bag epoch -1: its snapshot is older
 * than the file, and TRUNCATE is not for such
 */
/** @typedef {{ kind: 'truncate', epoch: number }} Truncate which it began */
/** @typedef {Append | Read | Longer | Insert | Bag | Truncate} Operation */
/**
 * @typedef {{ id: number, committed: boolean, startedAt: number, endedAt: number, operations: Operation[] }}
 * HistoryTransaction startedAt: of its first statement; endedAt: when its end was told
 */
/** @typedef {{ name: string, what: string }} Anomaly */

const WW = 1
const WR = 2
const RW = 4
const EDGE_NAMES = /** @type {Record<number, string>} */ ({ [WW]: 'ww', [WR]: 'wr', [RW]: 'rw' })

/** Dependencies between committed transactions. */
class Graph {
  constructor() {
    /** @type {Map<number, Map<number, { kinds: number, why: string }>>} */
    this.out = new Map()
  }

  /** @param {HistoryTransaction} from @param {HistoryTransaction} to @param {number} kind @param {string} why */
  add(from, to, kind, why) {
    if (from === to || !from.committed || !to.committed) return
    let edges = this.out.get(from.id)
    if (edges === undefined) this.out.set(from.id, edges = new Map())
    const known = edges.get(to.id)
    if (known === undefined) edges.set(to.id, { kinds: kind, why: `${EDGE_NAMES[kind]} ${why}` })
    else if ((known.kinds & kind) === 0) {
      known.kinds |= kind
      known.why += `, ${EDGE_NAMES[kind]} ${why}`
    }
  }

  /**
   * The shortest cycle of edges of these kinds. @param {number} plain kinds that may follow anything @param {number}
   * apart kinds that may not follow each other
   * @returns {{ text: string, apart: number } | null} as a line; how many of its edges had to be of `apart`
   */
  cycle(plain, apart) {
    /** @type {{ text: string, apart: number } | null} */
    let best = null
    let bestLength = Infinity
    for (const start of this.out.keys()) {
      for (const startApart of apart === 0 ? [false] : [false, true]) {
        const path = this.#path(start, startApart, plain, apart, bestLength)
        if (path === null || path.length >= bestLength) continue
        bestLength = path.length
        best = { text: path.map(({ text }) => text).join(''), apart: path.filter(({ isApart }) => isApart).length }
      }
    }
    return best
  }

  /**
   * Breadth first over (transaction, came by an edge of `apart`).
   * @param {number} start
   * @param {boolean} startApart
   * @param {number} plain
   * @param {number} apart
   * @param {number} lengthMax
   * @returns {{ text: string, isApart: boolean }[] | null}
   */
  #path(start, startApart, plain, apart, lengthMax) {
    const first = start * 2 + (startApart ? 1 : 0)
    /** @type {Map<number, [from: number, text: string]>} */
    const came = new Map()
    let front = [first]
    for (let length = 1; front.length > 0 && length < lengthMax; length++) {
      const next = []
      for (const state of front) {
        const isApart = (state & 1) === 1
        for (const [to, { kinds, why }] of this.out.get(state >> 1) ?? []) {
          for (const by of [0, 1]) {
            if ((kinds & (by === 0 ? plain : apart)) === 0 || (by === 1 && isApart)) continue
            const reached = to * 2 + by
            if (came.has(reached)) continue
            came.set(reached, [state, `T${state >> 1} -(${why})-> `])
            if (reached !== first) {
              next.push(reached)
              continue
            }
            const path = [{ text: `T${start}`, isApart: false }]
            for (let at = reached; ;) {
              const [from, text] = /** @type {[number, string]} */ (came.get(at))
              path.unshift({ text, isApart: (at & 1) === 1 })
              if (from === first) return path
              at = from
            }
          }
        }
      }
      front = next
    }
    return null
  }
}

/** @param {HistoryTransaction[]} history @param {Level} level @returns {Anomaly[]} none: it was possible */
export function check(history, level) {
  /** @type {Anomaly[]} */
  const anomalies = []
  const found = (/** @type {string} */ name, /** @type {string} */ what) => { anomalies.push({ name, what }) }
  const graph = new Graph()
  checkLists(history, level, graph, found)
  checkBags(history, graph, found)
  const cycles = /** @type {[string, number, number][]} */ ([['G0', WW, 0], ['G1c', WW | WR, 0]])
  if (level !== 'read committed') cycles.push(['G-nonadjacent', WW | WR, RW])
  if (level === 'serializable') cycles.push(['G2', WW | WR | RW, 0])
  for (const [name, plain, apart] of cycles) {
    const cycle = graph.cycle(plain, apart)
    if (cycle === null) continue
    found(name === 'G-nonadjacent' && cycle.apart === 1 ? 'G-single' : name, cycle.text)
    break
  }
  return anomalies
}

/**
 * @param {HistoryTransaction[]} history
 * @param {Level} level
 * @param {Graph} graph
 * @param {(name: string, what: string) => void} found
 */
function checkLists(history, level, graph, found) {
  /**
   * By element: who appended it where.
   * @type {Map<number, { by: HistoryTransaction, key: number, isLast: boolean }>}
   */
  const writers = new Map()
  for (const txn of history) {
    /** @type {Map<number, number>} */
    const last = new Map()
    for (const operation of txn.operations) {
      if (operation.kind !== 'append') continue
      const before = last.get(operation.key)
      if (before !== undefined) /** @type {any} */ (writers.get(before)).isLast = false
      writers.set(operation.element, { by: txn, key: operation.key, isLast: true })
      last.set(operation.key, operation.element)
    }
  }
  /**
   * Every read of a list, those by predicate too.
   * @type {{ txn: HistoryTransaction, key: number, list: number[], at: number }[]}
   */
  const reads = []
  for (const txn of history) {
    for (const operation of txn.operations) {
      if (operation.kind === 'read') reads.push({ txn, ...operation })
      else if (operation.kind === 'longer')
        for (const [key, list] of operation.lists) reads.push({ txn, key, list, at: operation.at })
    }
  }
  // The longest that a committed transaction saw is the order of all versions.
  /** @type {Map<number, number[]>} */
  const orders = new Map()
  for (const { txn, key, list } of reads)
    if (txn.committed && list.length > (orders.get(key)?.length ?? -1)) orders.set(key, list)
  for (const [key, order] of orders) if (new Set(order).size < order.length) found('twice', `list ${key} is ${order}`)
  for (const { txn, key, list, at } of reads) {
    const order = orders.get(key) ?? []
    const own = new Set(
      txn.operations.flatMap((operation) =>
        operation.kind === 'append' && operation.key === key ? [operation.element] : []
      )
    )
    for (const [place, element] of list.entries()) {
      const writer = writers.get(element)
      if (writer === undefined || writer.key !== key)
        found('order', `T${txn.id} read ${element} in list ${key}, where nobody put it`)
      else if (!writer.by.committed && writer.by !== txn)
        found('G1a', `T${txn.id} read ${element} of list ${key}, which T${writer.by.id} took back`)
      else if (place === list.length - 1 && writer.by !== txn && !writer.isLast)
        found('G1b', `T${txn.id} read list ${key} up to ${element}, which is not the last of T${writer.by.id}`)
    }
    if (!txn.committed) continue
    const shared = Math.min(list.length, order.length)
    if (list.slice(0, shared).some((element, place) => element !== order[place]))
      found('order', `T${txn.id} read list ${key} as ${list}, others as ${order}`)
    // What was committed before it looked.
    const since = level === 'read committed' ? at : txn.startedAt
    for (const element of order.slice(list.length)) {
      const { by } = writers.get(element) ?? {}
      if (by !== undefined && by !== txn && by.committed && by.endedAt < since)
        found('stale', `T${txn.id} read list ${key} without ${element}, which T${by.id} had committed`)
    }
    const others = list.filter((element) => !own.has(element))
    const before = writers.get(others[others.length - 1])?.by
    if (before !== undefined) graph.add(before, txn, WR, `list ${key} up to ${others[others.length - 1]}`)
    const after = order.slice(list.length).find((element) => !own.has(element))
    const writer = after === undefined ? undefined : writers.get(after)?.by
    if (writer !== undefined) graph.add(txn, writer, RW, `list ${key} before ${after}`)
  }
  for (const [key, order] of orders) {
    for (let place = 1; place < order.length; place++) {
      const [one, other] = [writers.get(order[place - 1])?.by, writers.get(order[place])?.by]
      if (one !== undefined && other !== undefined)
        graph.add(one, other, WW, `list ${key}: ${order[place - 1]}, ${order[place]}`)
    }
  }
  for (const [element, { by, key }] of writers) {
    if (by.committed && !orders.get(key)?.includes(element))
      found('lost', `${element} of T${by.id} is not in list ${key}, which is ${orders.get(key) ?? 'empty'}`)
  }
  // Who does not see a list that a predicate asks for comes before whoever made it that long.
  for (const txn of history) {
    for (const operation of txn.operations) {
      if (operation.kind !== 'longer' || !txn.committed) continue
      for (const [key, order] of orders) {
        if (operation.lists.has(key) || order.length < operation.least) continue
        const element = order[operation.least - 1]
        const writer = writers.get(element)?.by
        if (writer !== undefined && writer !== txn)
          graph.add(txn, writer, RW, `lists of ${operation.least}, without ${key} to which ${element} came`)
      }
      for (const [key, list] of operation.lists)
        if (list.length < operation.least)
          found('order', `T${txn.id} asked for lists of ${operation.least}, list ${key} is ${list}`)
    }
    if (level !== 'read committed') checkInternal(txn, found)
  }
}

/**
 * Under one snapshot a list is what it was, and what the transaction itself put there.
 * @param {HistoryTransaction} txn
 * @param {(name: string, what: string) => void} found
 */
function checkInternal(txn, found) {
  /** @type {Map<number, number[]>} */
  const known = new Map()
  for (const operation of txn.operations) {
    if (operation.kind === 'append') known.get(operation.key)?.push(operation.element)
    if (operation.kind !== 'read') continue
    const expected = known.get(operation.key)
    if (expected !== undefined && expected.join() !== operation.list.join())
      found('internal', `T${txn.id} read list ${operation.key} as ${operation.list} after ${expected}`)
    known.set(operation.key, [...operation.list])
  }
}

/** @param {HistoryTransaction[]} history @param {Graph} graph @param {(name: string, what: string) => void} found */
function checkBags(history, graph, found) {
  /** @type {{ by: HistoryTransaction, group: number, element: number, epoch: number }[]} */
  const inserts = []
  /** By the epoch each began. @type {Map<number, HistoryTransaction>} */
  const truncates = new Map()
  for (const txn of history) {
    for (const operation of txn.operations) {
      if (operation.kind === 'insert') inserts.push({ by: txn, ...operation })
      else if (operation.kind === 'truncate' && txn.committed) truncates.set(operation.epoch, txn)
    }
  }
  for (const { by, epoch } of inserts) {
    const next = truncates.get(epoch + 1)
    // TRUNCATE takes away what its own snapshot does not see, too: PostgreSQL's as well.
    if (next !== undefined && by.endedAt < next.startedAt) graph.add(by, next, WW, `epoch ${epoch + 1}`)
  }
  for (const txn of history) {
    for (const operation of txn.operations) {
      if (operation.kind !== 'bag') continue
      const { elements, epoch, group } = operation
      const seen = new Set(elements)
      if (seen.size < elements.length) found('twice', `T${txn.id} read group ${group} as ${elements}`)
      for (const element of elements) {
        const insert = inserts.find((one) => one.element === element && one.group === group)
        if (insert === undefined) found('order', `T${txn.id} read ${element} in group ${group}, where nobody put it`)
        else if (!insert.by.committed && insert.by !== txn)
          found('G1a', `T${txn.id} read ${element} of group ${group}, which T${insert.by.id} took back`)
        else if (epoch >= 0 && insert.epoch !== epoch)
          found('order', `T${txn.id} read ${element} of epoch ${insert.epoch} in epoch ${epoch}`)
        else graph.add(insert.by, txn, WR, `${element} in group ${group}`)
      }
      if (epoch < 0 || !txn.committed) continue
      for (const { by, element, group: of, epoch: when } of inserts)
        if (of === group && when === epoch && !seen.has(element))
          graph.add(txn, by, RW, `group ${group} without ${element}`)
      const [began, next] = [truncates.get(epoch), truncates.get(epoch + 1)]
      if (began !== undefined) graph.add(began, txn, WR, `epoch ${epoch}`)
      // Of a group in which there was nothing TRUNCATE takes nothing.
      if (next !== undefined && elements.length > 0)
        graph.add(txn, next, RW, `group ${group} before epoch ${epoch + 1}`)
    }
  }
}
