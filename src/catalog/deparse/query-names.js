/**
 * Names for printing a query: which name every table, subquery and join goes by, and what their columns are called, so
 * that the text means the same when it is read again, whatever was renamed, added or dropped since. PostgreSQL's rules:
 *
 *   a name taken at this level or around it gets _1, _2 … the columns a USING joins by must have one name on both
 *   sides; it is chosen from the top of the join tree and pushed down to the inputs within one entry all column names
 *   differ
 */

/** @typedef {import('../query.js').Query} Query */
/** @typedef {import('../query.js').FromNode} FromNode */
/** @typedef {import('../query.js').JoinNode} JoinNode */
/** @typedef {import('../query.js').RangeEntry} RangeEntry */

/**
 * @typedef {object} Named an entry or a join by its range-table number
 * @property {string | null} name null: an unnamed join
 * @property {(string | null)[]} columns null: dropped
 * @property {string[]} shown the columns there are now, in the order an alias list names them
 * @property {boolean[]} added which of those came after the query was made
 * @property {boolean} printColumns an alias list is needed
 * @property {string[]} using names of the columns joined by
 * @property {string[]} reserved column names that a USING above has taken
 */

/** @returns {Named} */
const nothingNamed = () => ({
  name: null, columns: [], shown: [], added: [], printColumns: false, using: [], reserved: [],
})

/**
 * @param {Query} query @param {string[]} taken names of the queries around it
 * @param {(entry: RangeEntry) => string} nameOf of an entry without an alias
 * @returns {{ named: Map<number, Named>, names: string[] }} names: those given out here
 */
export function nameQuery(query, taken, nameOf) {
  const scope = new Naming(query, nameOf)
  scope.nameEntries(taken)
  scope.uniqueUsing = query.from.some(hasComputedMerge)
  for (const node of query.from) scope.nameUsing(node, [])
  for (const item of scope.items)
    item.join === null ? scope.nameColumns(/** @type {RangeEntry} */ (item.entry)) : scope.nameJoinColumns(item.join)
  return { named: scope.named, names: scope.names }
}

/** A merged column that is neither input as it is. @param {FromNode} node @returns {boolean} */
function hasComputedMerge(node) {
  if (node.kind !== 'join') return false
  if (node.mergedComputed === true) return true
  return hasComputedMerge(node.left) || hasComputedMerge(node.right)
}

class Naming {
  /** @param {Query} query @param {(entry: RangeEntry) => string} nameOf */
  constructor(query, nameOf) {
    this.nameOf = nameOf
    /** @type {Map<number, Named>} */
    this.named = new Map()
    /** @type {string[]} */
    this.names = []
    this.uniqueUsing = false
    /** @type {string[]} */
    this.usingNames = []
    /** In the order they were made. @type {{ rt: number, entry: RangeEntry | null, join: JoinNode | null }[]} */
    this.items = query.entries.map((entry) => ({ rt: entry.rt, entry, join: null }))
    const visit = (/** @type {FromNode} */ node) => {
      if (node.kind !== 'join') return
      visit(node.left)
      visit(node.right)
      this.items.push({ rt: /** @type {number} */ (node.rt), entry: null, join: node })
    }
    query.from.forEach(visit)
    this.items.sort((a, b) => a.rt - b.rt)
    for (const item of this.items) this.named.set(item.rt, nothingNamed())
  }

  /** @param {number} rt */
  of(rt) {
    return /** @type {Named} */ (this.named.get(rt))
  }

  /** @param {FromNode} node */
  ofNode(node) {
    return node.kind === 'nothing' ? nothingNamed() : this.of(/** @type {number} */ (node.rt))
  }

  /** @param {string[]} taken */
  nameEntries(taken) {
    /** @type {Map<string, number>} name -> the last number put behind it */
    const used = new Map(taken.map((name) => [name, 0]))
    for (const { rt, entry, join } of this.items) {
      const wanted =
        join !== null
          ? (join.alias ?? null)
          : entry?.aliased
            ? entry.alias
            : this.nameOf(/** @type {RangeEntry} */ (entry))
      if (wanted === null) continue
      let name = wanted
      if (used.has(wanted)) {
        let number = used.get(wanted) ?? 0
        do name = cutTo(wanted, `_${++number}`)
        while (used.has(name))
        used.set(wanted, number)
      }
      used.set(name, 0)
      this.of(rt).name = name
      this.names.push(name)
    }
  }

  /** @param {FromNode} node @param {string[]} reserved */
  nameUsing(node, reserved) {
    if (node.kind !== 'join') return
    const own = this.ofNode(node)
    const left = this.ofNode(node.left)
    const right = this.ofNode(node.right)
    const columns = node.columns ?? []
    if (!node.alias) own.columns.forEach((name, at) => { if (name !== null) pushDown(columns[at], left, right, name) })
    if (node.using) {
      reserved = [...reserved]
      node.using.forEach((written, at) => {
        let name = own.columns[at] ?? null
        if (name === null) {
          name = this.uniqueColumn(node.alias ? node.aliasNames?.[at] ?? written : written, own)
          if (this.uniqueUsing) this.usingNames.push(name)
          setAt(own.columns, at, name)
        }
        own.using.push(name)
        reserved.push(name)
        pushDown(columns[at], left, right, name)
      })
    }
    left.reserved = reserved
    right.reserved = reserved
    this.nameUsing(node.left, reserved)
    this.nameUsing(node.right, reserved)
  }

  /** @param {RangeEntry} entry */
  nameColumns(entry) {
    const own = this.of(entry.rt)
    const written = entry.columnNames ?? []
    const known = entry.parsedColumns ?? entry.columns.length
    let changed = false
    entry.columns.forEach((column, at) => {
      if (column.type === 0) { setAt(own.columns, at, null); return }
      const real = entry.relation && !entry.cte ? entry.relation.columns[at].name : column.name
      let name = own.columns[at] ?? null
      if (name === null) {
        name = this.uniqueColumn(written[at] || real, own)
        setAt(own.columns, at, name)
      }
      own.shown.push(name)
      own.added.push(at >= known)
      if (name !== real) changed = true
    })
    const isCall = entry.kind === 'function' && entry.functions?.[0]?.expr.kind !== 'xmltable'
    own.printColumns = isCall || changed || (!entry.relation && written.length > 0)
  }

  /** @param {JoinNode} node */
  nameJoinColumns(node) {
    const own = this.ofNode(node)
    const left = this.ofNode(node.left)
    const right = this.ofNode(node.right)
    const columns = node.columns ?? []
    let changed = false
    for (let at = own.using.length; at < columns.length; at++) {
      const from = columns[at]
      const real =
        from.left > 0 ? left.columns[from.left - 1] : from.right > 0 ? right.columns[from.right - 1] : from.name
      if (real === null || !node.alias) {
        setAt(own.columns, at, real)
        continue
      }
      let name = own.columns[at] ?? null
      if (name === null) {
        name = this.uniqueColumn(node.aliasNames?.[at] ?? real, own)
        setAt(own.columns, at, name)
      }
      if (name !== real) changed = true
    }
    // As the join would list its columns if it were read now: merged ones, the left input's, the right input's, new
    // ones in their places.
    const merged = own.using.length
    for (let at = 0; at < merged; at++) {
      own.shown.push(/** @type {string} */ (own.columns[at]))
      own.added.push(false)
    }
    for (const [side, child] of /** @type {['left' | 'right', Named][]} */ ([
      ['left', left],
      ['right', right],
    ])) {
      const live = child.columns.flatMap((name, index) => (name === null ? [] : [index + 1]))
      let old = 0
      child.shown.forEach((childName, at) => {
        if (child.added[at]) {
          const name = node.alias ? this.uniqueColumn(childName, own) : childName
          if (name !== childName) changed = true
          own.shown.push(name)
          own.added.push(true)
          return
        }
        const number = live[old++]
        if (columns.slice(0, merged).some((column) => column[side] === number)) return
        const position = columns.findIndex((column, index) => index >= merged && column[side] === number)
        own.shown.push(own.columns[position] ?? childName)
        own.added.push(false)
      })
    }
    own.printColumns = Boolean(node.alias) && changed
  }

  /** @param {string} wanted @param {Named} own */
  uniqueColumn(wanted, own) {
    const isFree = (/** @type {string} */ name) =>
      !own.columns.includes(name) &&
      !own.shown.includes(name) &&
      !this.usingNames.includes(name) &&
      !own.reserved.includes(name)
    let name = wanted
    for (let number = 1; !isFree(name); number++) name = cutTo(wanted, `_${number}`)
    return name
  }
}

/**
 * @param {{ left: number, right: number } | undefined} column
 * @param {Named} left
 * @param {Named} right
 * @param {string} name
 */
function pushDown(column, left, right, name) {
  if (column === undefined) return
  if (column.left > 0) setAt(left.columns, column.left - 1, name)
  if (column.right > 0) setAt(right.columns, column.right - 1, name)
}

/** Arrays without holes. @param {(string | null)[]} list @param {number} at @param {string | null} value */
function setAt(list, at, value) {
  while (list.length <= at) list.push(null)
  list[at] = value
}

/** A name with something behind it, within 63 bytes. @param {string} name @param {string} suffix */
function cutTo(name, suffix) {
  let kept = name
  while (new TextEncoder().encode(kept).length + suffix.length > 63) kept = kept.slice(0, -1)
  return kept + suffix
}
