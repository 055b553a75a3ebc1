/** DECLARE, FETCH, MOVE, CLOSE. */
import { duplicatePortal, onlyInsideBlock } from '../../../errors/engine.js'
import {
  cursorMustNotWrite, fetchOfBoundPortal, invalidCursor, mustBeReadOnly, noSuchCursor, pinnedPortal,
} from '../../../errors/cursors.js'
import { nodeOf } from '../../../parser/parser.js'
import { fetchBound } from '../../statements/core/bound-portals.js'
import { Cursor, scansBackward } from '../../statements/core/cursor.js'
import { sendRows } from '../../statements/core/rows.js'
import { holding, runsToEnd } from '../../statements/core/held-rows.js'
import { Prepared } from '../../statements/core/prepared.js'
import { prepareWith } from '../../statements/core/statement-lookup.js'
import { OPEN } from '../../session/transaction-block.js'

/** @import { Session } from '../../session/session.js' */
/** @import { Portal } from '../../statements/core/portal.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

const BINARY = 1
const SCROLL = 2
const NO_SCROLL = 4
const INSENSITIVE = 8
const ASENSITIVE = 16
const HOLD = 32

const STRENGTHS = /** @type {Record<string, string>} */ ({
  LCS_FORKEYSHARE: 'FOR KEY SHARE', LCS_FORSHARE: 'FOR SHARE', LCS_FORNOKEYUPDATE: 'FOR NO KEY UPDATE',
  LCS_FORUPDATE: 'FOR UPDATE',
})

/**
 * @param {Session} session
 * @param {any} node DeclareCursorStmt
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runDeclareCursor(session, node, call) {
  const options = node.options ?? 0
  const hold = (options & HOLD) !== 0
  if (hold) session.identity.refuseRestricted('create a cursor WITH HOLD')
  if (options & SCROLL && options & NO_SCROLL) throw invalidCursor('cannot specify both SCROLL and NO SCROLL')
  if (options & INSENSITIVE && options & ASENSITIVE)
    throw invalidCursor('cannot specify both INSENSITIVE and ASENSITIVE')
  const { tag, node: inner } = nodeOf(node.query)
  const strength = inner.lockingClause?.length ? STRENGTHS[inner.lockingClause[0].LockingClause.strength] : undefined
  if ((inner.withClause?.ctes ?? []).some((/** @type {any} */ cte) => !cte.CommonTableExpr.ctequery.SelectStmt))
    throw cursorMustNotWrite()
  if (strength !== undefined) {
    if (hold) throw mustBeReadOnly('CURSOR WITH HOLD', 'Holdable', strength)
    if (options & SCROLL) throw mustBeReadOnly('SCROLL CURSOR', 'Scrollable', strength)
    if (options & INSENSITIVE) throw mustBeReadOnly('INSENSITIVE CURSOR', 'Insensitive', strength)
  }
  const isOutside = session.block.state !== OPEN && session.procedures.depth === 0
  session.block.ensure()
  const { parsed, sourceText, paramTypes } = call.prepared
  const prepared = new Prepared(
    { stmt: node.query, tag, node: inner, text: parsed.text, location: parsed.location, length: parsed.length },
    sourceText, paramTypes,
  )
  prepared.functionScope = call.prepared.functionScope
  prepared.withRowIds = true
  if (isOutside && !hold) {
    // What the query says wrongly is told first, what only a plan would find is not.
    yield* prepared.prepareInTurns(session, false, true)
    if (prepared.paramTypes.length <= call.params.length) throw onlyInsideBlock('DECLARE CURSOR')
  }
  yield* prepareWith(session, prepared, call.params.length)
  const known = session.portals.get(node.portalname)
  if (known !== undefined && node.portalname !== '') throw duplicatePortal(node.portalname)
  const planned = /** @type {any} */ (prepared.planned)
  const scroll =
    (options & SCROLL) !== 0 || ((options & NO_SCROLL) === 0 && strength === undefined && scansBackward(planned.root))
  const cursor = new Cursor(node.portalname, prepared, call.params, {
    scroll, hold, binary: (options & BINARY) !== 0, text: sourceText,
    createdAt: session.statementStart || session.transactionStart,
  })
  cursor.serial = session.block.savepointSerial
  yield* cursor.open(session)
  session.portals.set(node.portalname, cursor)
  call.sink.commandComplete('DECLARE CURSOR')
}

/**
 * A cursor, or a portal that the protocol made.
 * @param {Session} session @param {string} name @param {string} routine PostgreSQL's function, which misses it
 * @returns {Portal} @throws {DbError} 34000
 */
function portalNamed(session, name, routine) {
  const found = name === '' ? undefined : session.portals.get(name)
  if (found === undefined) throw noSuchCursor(name, routine)
  return found
}

/** Of a query, whose rows can be taken some at a time. @param {Portal} portal */
const isQuery = ({ prepared: { planned } }) => planned?.command === 'select' && !runsToEnd(planned)

/**
 * Columns of FETCH, null for MOVE.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').FetchStmt>} node
 */
export function fetchColumns(session, node) {
  const found = session.portals.get(node.portalname)
  if (node.ismove === true || found === undefined) return null
  return found instanceof Cursor ? found.columns : isQuery(found) ? found.prepared.columns : null
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').FetchStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runFetch(session, node, call) {
  const cursor = portalNamed(session, node.portalname, 'PerformPortalFetch')
  session.block.ensure()
  const count = countOf(node.howMany)
  const direction = node.direction ?? 'FETCH_FORWARD'
  if (!(cursor instanceof Cursor))
    return yield* fetchOfPortal(session, cursor, node.ismove === true, direction, count, call)
  if (node.ismove === true) {
    call.sink.commandComplete(`MOVE ${yield* cursor.fetch(session, direction, count, null)}`)
    return
  }
  yield* holding(session, call.sink, function* fetched(sink) {
    const sender = cursor.sender(session, sink, call.formats, call.describe)
    const rows = yield* cursor.fetch(session, direction, count, sender.emit)
    sender.end()
    sink.commandComplete(`FETCH ${rows}`)
  })
}

/**
 * @param {Session} session @param {Portal} portal @param {boolean} isMove
 * @param {Parameters<typeof fetchBound>[2]} direction @param {number} count @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* fetchOfPortal(session, portal, isMove, direction, count, call) {
  const { sink } = call
  const columns = portal.prepared.columns ?? []
  if (!isQuery(portal) || portal.done && portal.execution === null) throw fetchOfBoundPortal(portal.name)
  const isOtherForm = [...columns.keys()].some((at) => (portal.formats[at] ?? '0') !== (call.formats[at] ?? '0'))
  if (!isMove && isOtherForm) throw fetchOfBoundPortal(portal.name)
  const describe = () => { if (call.describe) sendRows(session, sink, columns, [], call.formats, true) }
  const rows = yield* fetchBound(session, portal, direction, count, sink, isMove ? null : describe)
  sink.commandComplete(`${isMove ? 'MOVE' : 'FETCH'} ${rows}`)
}

/** FETCH ALL is written as the largest number. @param {unknown} howMany @returns {number} */
function countOf(howMany) {
  const count = Number(howMany ?? 0)
  return count >= 2147483647 ? Infinity : count <= -2147483647 ? -Infinity : count
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').ClosePortalStmt>} node
 * @param {UtilityCall} call
 */
export function runClose(session, node, call) {
  if (!node.portalname) {
    for (const [name, portal] of session.portals.named) {
      if (portal.prepared === call.prepared) continue
      requireUnpinned(portal)
      session.portals.close(name)
    }
    call.sink.commandComplete('CLOSE CURSOR ALL')
    return
  }
  requireUnpinned(portalNamed(session, node.portalname, 'PerformPortalClose'))
  session.portals.close(node.portalname)
  call.sink.commandComplete('CLOSE CURSOR')
}

/** @param {{ name: string, pinned?: boolean }} portal @throws 24000: a loop is going through it */
function requireUnpinned(portal) {
  if (portal.pinned === true) throw pinnedPortal(portal.name)
}
