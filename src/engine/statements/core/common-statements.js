/**
 * Statements that databases of one origin have met, with plans that hold for all of them: forks of one template, or of
 * one state of a parent, ask the same things. A plan names what it touches by OID and says which versions it depends
 * on, so it holds in a sibling as it held where it was made; what is compiled of it holds heaps and trees, and is each
 * one's own.
 *
 *   PlanCache of a fork ── has it not ──► here ── has it not ──► parsed, planned
 *                                          ▲ when the fork ends, or is about to change its catalog
 */
/** @import { Prepared } from './prepared.js' */
/** @import { Shape } from './plan-cache.js' */
/** @import { Known } from './foreign-key-statements.js' */

/** As many as one database keeps itself. */
const ENTRIES_MAX = 2000

export class CommonStatements {
  constructor() {
    /** @type {Map<string, Prepared[]>} */
    this.texts = new Map()
    /** @type {Map<string, Shape>} */
    this.shapes = new Map()
    /** Of foreign keys' actions. @type {Map<string, Known>} */
    this.foreignKeys = new Map()
  }

  /** @param {string} key of a plan cache's texts @returns {Prepared[] | undefined} for one database */
  text(key) { return copies(this.texts.get(key)) }

  /** @param {string} key @returns {Shape | undefined} for one database */
  shape(key) { return this.shapes.get(key)?.mapped(copies) }

  /** @param {string} name @returns {Known | undefined} for one database */
  foreignKey(name) {
    const known = this.foreignKeys.get(name)
    const [prepared] = known === undefined ? NONE : copies([known.prepared]) ?? NONE
    return known === undefined || prepared === undefined ? undefined : { prepared, versions: known.versions }
  }

  /** @param {string} key @param {Prepared[]} prepared */
  addText(key, prepared) { add(this.texts, key, () => copies(prepared)) }

  /** @param {string} key @param {Shape} shape */
  addShape(key, shape) { add(this.shapes, key, () => shape.mapped(copies)) }

  /** @param {string} name @param {Known} known */
  addForeignKey(name, { prepared, versions }) {
    add(this.foreignKeys, name, () => {
      const made = copies([prepared])
      return made && { prepared: made[0], versions }
    })
  }
}

/** @type {Prepared[]} */
const NONE = []

/** @template T @param {Map<string, T>} to @param {string} key @param {() => T | undefined} make */
function add(to, key, make) {
  if (to.has(key)) return
  const made = make()
  if (made === undefined) return
  if (to.size >= ENTRIES_MAX) to.clear()
  to.set(key, made)
}

/** @param {Prepared[] | undefined} list @returns {Prepared[] | undefined} undefined: they are one database's own */
function copies(list) {
  if (list === undefined || list.length === 0) return undefined
  const made = []
  for (const prepared of list) {
    const copy = prepared.copy()
    if (copy === null) return undefined
    made.push(copy)
  }
  return made
}
