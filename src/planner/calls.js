/**
 * What a finished plan calls, found by one walk over it: what is asked of a plan as a whole (may it wait, has it
 * effects, does it give the same when it runs again) is asked of these few nodes.
 */
import { walk } from './expr-tools.js'
import { FIRST_USER_OID } from '../types/oids.js'
import { hasEffect } from './volatility.js'

/** @import { CatalogSnapshot } from '../catalog/snapshot.js' */

/** A node of a kind that calls: `func`, `agg`, `window`, `sublink`, or one that has `funcOid`. @typedef {any} Call */

export class PlanCalls {
  /** @param {CatalogSnapshot} catalog @param {unknown} plan nodes and expressions */
  constructor(catalog, plan) {
    this.catalog = catalog
    /** @type {Call[]} */
    this.list = []
    walk(plan, (node) => {
      if (node.funcOid !== undefined || CALLS.has(node.kind)) this.list.push(node)
    })
  }

  /** Whether one is so. @param {(node: Call) => boolean} test */
  some(test) {
    return this.list.some(test)
  }

  /** What has had an effect cannot begin again. */
  haveEffects() {
    return this.list.some((node) => hasEffect(this.catalog, node))
  }

  /**
   * Whether the same calls may give something else: functions of a user's aggregate may be volatile, which it does not
   * say.
   */
  mayChange() {
    return this.list.some((node) => {
      if (node.kind === 'agg' || node.kind === 'window') return node.oid >= FIRST_USER_OID
      const oid = node.kind === 'func' ? node.oid : BY_FUNCTION.has(node.kind) ? node.funcOid : 0
      return oid !== 0 && (this.catalog.func(oid)?.volatility ?? 'v') === 'v'
    })
  }
}

const CALLS = new Set(['func', 'agg', 'window', 'sublink'])
/** Kinds, `func` apart, that are as changeable as the function they name (volatility.js). */
const BY_FUNCTION = new Set(['op', 'anyall', 'distinct', 'nullif'])

/**
 * Whether a call may turn out to be long: one of a built-in function between values of a fixed width is not.
 * @param {CatalogSnapshot} catalog @param {Call} node of kind `func`
 */
export function mayBeLong(catalog, node) {
  const isFixed = (/** @type {number} */ type) => (catalog.type(type)?.length ?? -1) > 0
  return node.oid >= FIRST_USER_OID || !isFixed(node.type)
    || node.args.some((/** @type {{ type: number }} */ arg) => !isFixed(arg.type))
}
