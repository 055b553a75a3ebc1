/**
 * What the layers above hand down to a session: it holds one client's state and knows no statement. Who opens the
 * cluster puts the two together (cluster/cluster.js).
 */

/** @import { Procedures } from '../../procedures/procedures.js' */
/** @import { UtilityCall } from '../commands/dispatch.js' */
/** @import { ResultColumn } from '../../planner/plan.js' */
/** @import { PlanCache } from '../statements/core/plan-cache.js' */
/** @import { Prepared } from '../statements/core/prepared.js' */
/** @import { ResultSink } from '../statements/core/result-sink.js' */
/** @import { Envelope } from '../statements/core/envelope.js' */
/** @import { ExtendedQuery } from '../statements/ways-in/extended.js' */
/** @import { Session } from './session.js' */

/** @import { ForeignRows } from '../../executor/operators/scan/foreign-scan.js' */

/** @typedef {Generator<Promise<unknown>, void, void>} Work */

/**
 * The statements that are not planned (commands/dispatch.js).
 * @typedef {object} Commands
 * @property {(session: Session, prepared: Prepared, call: Omit<UtilityCall, 'prepared'>) => Work} run
 * @property {(session: Session, prepared: Prepared) => ResultColumn[] | null} columns of what it returns; null: nothing
 * @property {(kind: string, node: any) => string | null} utilityName what PostgreSQL calls a command
 * @property {(session: Session, word: string, names: (string | null)[], args: (string | null)[]) => any} objectOfParts
 *   what pg_get_object_address() means
 * @property {(session: Session, relationOid: number, attnums: number[]) => ForeignRows} openForeign rows of a foreign
 *   table, of which so many columns are looked at
 */

/**
 * Who brings statements (statements/ways-in/ways-in.js).
 * @typedef {object} WaysIn
 * @property {(session: Session, text: string, sink: ResultSink) => Promise<void> | null} simple
 * @property {(session: Session, reader: unknown, answer: (result: Uint8Array | null) => void) => Promise<void> | null
 *   } functionCall
 * @property {(session: Session) => Envelope} envelope
 * @property {(session: Session) => ExtendedQuery} extended
 * @property {(session: Session) => Procedures} procedures what calls of functions that are not built in run by
 * @property {() => PlanCache} ownPlans of a session with temporary tables
 */

/** @typedef {{ commands: Commands, ways: WaysIn }} Above */
