/** Functions of built-in triggers, called as functions: each says in its own words that it is none. */
import { calledAsConstraint, calledAsFunction, notFired } from '../../errors/procedures.js'
import { Family } from '../impl.js'

const family = new Family()
export const calledTriggerFunctions = family.functions

family.add('suppress_redundant_updates_trigger', () => {
  throw calledAsFunction('suppress_redundant_updates_trigger')
})
family.add(['tsvector_update_trigger_byid', 'tsvector_update_trigger_bycolumn'], () => {
  throw notFired('tsvector_update_trigger')
})
const ACTIONS = ['check', 'cascade', 'restrict', 'setnull', 'setdefault', 'noaction']
const CONSTRAINTS = ['unique_key_recheck', ...ACTIONS.flatMap((action) =>
  (action === 'check' ? ['ins', 'upd'] : ['del', 'upd']).map((operation) => `RI_FKey_${action}_${operation}`))]
for (const name of CONSTRAINTS) family.add(name, () => { throw calledAsConstraint(name) })
