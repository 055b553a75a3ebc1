/** The ways into a session, as they are handed down to it (session/above.js). */
import { Procedures } from '../../../procedures/procedures.js'
import { Envelope } from '../core/envelope.js'
import { PlanCache } from '../core/plan-cache.js'
import { SessionHost } from '../core/procedure-host.js'
import { ExtendedQuery } from './extended.js'
import { simpleQuery } from './simple.js'
import { later } from '../../../util/later.js'

/** @type {() => typeof import('./function-call.js')} */
const calls = later(import.meta.url, './function-call.js')

/** @import { WaysIn } from '../../session/above.js' */

/** Plans a session with temporary tables keeps. */
const OWN_PLANS_MAX = 500

/** @type {WaysIn} */
export const WAYS_IN = {
  simple: simpleQuery,
  functionCall: (...asked) => calls().functionCall(...asked),
  envelope: (session) => new Envelope(session),
  extended: (session) => new ExtendedQuery(session),
  procedures: (session) => new Procedures(new SessionHost(session)),
  ownPlans: () => new PlanCache({ entriesMax: OWN_PLANS_MAX }),
}
