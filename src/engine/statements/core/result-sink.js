/** Where a session's answers go: the wire protocol's sink and the library's have this shape. */
/** @import { ResultColumn } from '../../../planner/plan.js' */
/** @import { Session } from '../../session/session.js' */

/**
 * @typedef {object} ResultSink
 * @property {'wire' | 'rows'} output
 * @property {any} writer ByteWriter for 'wire'
 * @property {any[][] | null} rows array for 'rows': the executor pushes rows, the sink takes them at commandComplete
 * @property {number} highWater
 * @property {boolean} [holds] its rows leave when the statement is over (held-rows.js)
 * @property {(columns: ResultColumn[], typeSizes: number[], formats: Uint8Array | number[]) => void} rowDescription
 * @property {(types: number[]) => void} parameterDescription
 * @property {() => void} noData
 * @property {(tag: string) => void} commandComplete
 * @property {() => void} emptyQuery
 * @property {() => void} portalSuspended
 * @property {(session: Session) => Promise<void> | null} drain
 * @property {(format: 0 | 1, columnCount: number) => void} copyInBegin
 * @property {() => Buffer | null | Promise<Buffer | null>} copyRead
 * @property {(format: 0 | 1, columnCount: number) => void} copyOutBegin
 * @property {(bytes: Uint8Array, start: number, end: number) => void} copyData
 * @property {() => void} copyOutEnd
 */

export {}
