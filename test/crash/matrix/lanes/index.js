/** All lanes there are. */
import * as answers from './answers.js'
import * as anything from './anything.js'
import * as beats from './beats.js'
import * as bulk from './bulk.js'
import * as copies from './copies.js'
import * as databases from './databases.js'
import * as definitions from './definitions.js'
import * as forks from './forks.js'
import * as holders from './holders.js'
import * as holds from './holds.js'
import * as kept from './kept.js'
import * as kinds from './kinds.js'
import * as locks from './locks.js'
import * as long from './long.js'
import * as pressure from './pressure.js'
import * as programs from './programs.js'
import * as quiet from './quiet.js'
import * as rows from './rows.js'
import * as sequences from './sequences.js'
import * as shapes from './shapes.js'
import * as ticks from './ticks.js'
import * as transfers from './transfers.js'
import * as upkeep from './upkeep.js'
import * as views from './views.js'
import * as waiting from './waiting.js'
import * as wide from './wide.js'
import * as words from './words.js'

/** @import { EmbeddedSession } from '../../../../src/library/session.js' */
/** @import { History } from '../history.js' */
/** @import { LaneContext } from '../lane-context.js' */

/**
 * @typedef {object} LaneKind
 * @property {string} name
 * @property {string[]} tables whose rows must not be locked after a crash
 * @property {number} [parts] sessions that are lanes of their own
 * @property {(db: any) => Promise<void>} fill what a new directory is given
 * @property {(lane: LaneContext, part: number) => Promise<void>} run until the lane is over
 * @property {(session: any, part: number) => Promise<string>} [look] what its rows, or those of a part, look like
 * @property {(db: any, history: History, nothingLost: boolean) => Promise<void>} [verify] what else must hold
 */

export const LANES = /** @type {LaneKind[]} */ ([
  rows, copies, transfers, locks, bulk, definitions, kinds, kept, anything, long, sequences, databases, ticks, upkeep,
  pressure, beats, holders, programs, wide, words, shapes, waiting, quiet, forks, answers,
  holds, views,
])
