/** SET, RESET, SHOW, DISCARD. */
import { parseInterval } from '../../../types/datetime/interval.js'
import { numericOffset } from '../../../types/datetime/zones.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { requireAlone } from '../alone.js'
import { maySeeSetting } from '../../../catalog/roles.js'
import { settingHidden } from '../../../errors/privileges.js'
import { allSettings, formatSetting } from '../../../config/settings.js'
import { dropTemporary } from '../../session/temporary.js'
import { changeSetting } from '../../session/change-setting.js'
import { OPEN } from '../../session/transaction-block.js'
import { resultColumn, sendRows } from '../../statements/core/rows.js'
import { transactionOptions } from './transaction.js'
import {
  cannotSpecifyDaysInTime, cannotSpecifyMonthsInTime, setTakesConstantsOnly, setTakesOnlyOneArgument,
} from '../../../errors/commands/conversation.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { ParseNode } from '../../../parser/tree.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/** @param {Session} session @param {any} node VariableSetStmt @param {UtilityCall} call */
export function runSet(session, node, call) {
  const { settings } = session
  // The change belongs to a transaction: an error later must not find it among what it has to undo.
  session.block.ensure()
  const local = node.is_local === true
  if (local && session.block.state !== OPEN && call.alone) {
    session.notice({ severity: 'WARNING', code: '25P01', message: 'SET LOCAL can only be used in transaction blocks' })
  }
  const isReset = node.kind === 'VAR_SET_DEFAULT' || node.kind === 'VAR_RESET'
  if (isReset && node.name === 'transaction_isolation' && session.block.state !== OPEN && call.alone) {
    const message = 'RESET TRANSACTION can only be used in transaction blocks'
    session.notice({ severity: 'WARNING', code: '25P01', message })
  }
  switch (node.kind) {
    case 'VAR_SET_VALUE': changeSetting(session, node.name, argumentText(node.name, node.args), local); break
    case 'VAR_SET_DEFAULT': changeSetting(session, node.name, null, local); break
    case 'VAR_RESET': changeSetting(session, node.name, null, false); call.sink.commandComplete('RESET'); return
    case 'VAR_RESET_ALL': settings.resetAll(); call.sink.commandComplete('RESET'); return
    case 'VAR_SET_CURRENT': changeSetting(session, node.name, settings.show(node.name), local); break
    case 'VAR_SET_MULTI': setMulti(session, node, call.alone); break
    default: throw featureNotSupported(`SET ${node.kind}`)
  }
  call.sink.commandComplete('SET')
}

/** @param {Session} session @param {Tree<import('@pgsql/types').XmlExpr>} node @param {boolean} alone */
function setMulti(session, node, alone) {
  if (node.name === 'TRANSACTION SNAPSHOT') {
    if (session.block.state !== OPEN && alone)
      session.notice({
        severity: 'WARNING', code: '25P01', message: 'SET TRANSACTION can only be used in transaction blocks',
      })
    session.block.importSnapshot(node.args[0].A_Const.sval.sval)
    return
  }
  const options = transactionOptions(node.args ?? [])
  switch (node.name) {
    case 'TRANSACTION':
      if (session.block.state !== OPEN && alone) {
        session.notice({
          severity: 'WARNING', code: '25P01', message: 'SET TRANSACTION can only be used in transaction blocks',
        })
        return
      }
      session.block.setCharacteristics(options)
      return
    case 'SESSION CHARACTERISTICS':
      if (options.isolation !== undefined)
        session.settings.set('default_transaction_isolation', options.isolation, false)
      if (options.readOnly !== undefined)
        session.settings.set('default_transaction_read_only', options.readOnly ? 'on' : 'off', false)
      if (options.deferrable !== undefined)
        session.settings.set('default_transaction_deferrable', options.deferrable ? 'on' : 'off', false)
      return
    default:
      throw featureNotSupported(`SET ${node.name}`)
  }
}

/**
 * The text of SET's arguments: constants and names, joined as a list.
 * @param {string} name
 * @param {ParseNode[]} args
 * @returns {string}
 */
export function argumentText(name, args) {
  const list = /^(search_path|datestyle|temp_tablespaces|.*_preload_libraries)$/i.test(name)
  const parts = args.map((arg) => {
    const constant = arg.A_Const ?? arg.TypeCast?.arg?.A_Const
    if (arg.TypeCast !== undefined) return intervalZone(arg.TypeCast)
    if (constant === undefined) throw setTakesConstantsOnly(name)
    if (constant.sval !== undefined)
      return list && !/^datestyle$/i.test(name) ? quoteListItem(constant.sval.sval ?? '') : (constant.sval.sval ?? '')
    if (constant.fval !== undefined) return constant.fval.fval
    if (constant.boolval !== undefined) return constant.boolval.boolval ? 'on' : 'off'
    return String(constant.ival?.ival ?? 0)
  })
  if (parts.length > 1 && !list) throw setTakesOnlyOneArgument(name)
  return parts.join(', ')
}

/**
 * SET TIME ZONE INTERVAL '-08:00' HOUR TO MINUTE: a zone without summer.
 * @param {Tree<import('@pgsql/types').TypeCast>} cast
 * @returns {string} <-08>+08
 */
function intervalZone(cast) {
  const text = cast.arg?.A_Const?.sval?.sval
  const [range, precision] = (cast.typeName?.typmods ?? []).map(
    (/** @type {ParseNode} */ item) => item.A_Const?.ival?.ival ?? 0,
  )
  if (typeof text !== 'string') throw featureNotSupported('a time zone given as this interval')
  const interval = parseInterval(text, range === undefined ? -1 : (range << 16) | (precision ?? 0xffff))
  if (interval.months !== 0) throw cannotSpecifyMonthsInTime()
  if (interval.days !== 0) throw cannotSpecifyDaysInTime()
  const east = Math.trunc(Number(interval.micros) / 1000000)
  const shown = numericOffset(east)
  return `<${shown}>${east < 0 ? '+' : '-'}${shown.slice(1)}`
}

/** Names in a list are quoted where they would not read back as they are. @param {string} text */
const quoteListItem = (text) => /^[a-z_][a-z0-9_$]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`

/**
 * @param {Tree<import('@pgsql/types').VariableShowStmt>} node
 * @returns {import('../../../planner/plan.js').ResultColumn[]}
 */
export function showColumns(node) {
  if (node.name === 'all') return [resultColumn('name'), resultColumn('setting'), resultColumn('description')]
  return [resultColumn(settingTitle(node.name))]
}

/** @param {string} name */
const settingTitle = (name) => {
  for (const def of allSettings()) if (def.name.toLowerCase() === name.toLowerCase()) return def.name
  return name
}

/** Not in SHOW ALL. */
const UNSHOWN = ['role', 'session_authorization', 'is_superuser']

/** @param {Session} session @param {any} node @param {UtilityCall} call */
export function runShow(session, node, call) {
  session.block.ensure()
  const mayBeTold = (/** @type {string} */ name) => maySeeSetting(session.identity.view(), session.roleOid, name)
  if (!mayBeTold(node.name)) throw settingHidden(node.name)
  const isShown = (/** @type {string} */ name) => !UNSHOWN.includes(name) && mayBeTold(name)
  const rows =
    node.name === 'all'
      ? [...allSettings()]
          .filter(({ name }) => isShown(name))
          .map((def) => [def.name, formatSetting(def, session.settings.get(def.name)), def.category])
          .sort((a, b) => (a[0].toLowerCase() < b[0].toLowerCase() ? -1 : 1))
      : [[session.settings.show(node.name)]]
  sendRows(session, call.sink, showColumns(node), rows, call.formats, call.describe)
  call.sink.commandComplete('SHOW')
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').DiscardStmt>} node
 * @param {UtilityCall} call
 */
export function runDiscard(session, node, call) {
  switch (node.target) {
    case 'DISCARD_ALL':
      requireAlone(session, call, 'DISCARD ALL')
      session.portals.closeAll(true)
      session.block.ensure()
      changeSetting(session, 'session_authorization', null, false)
      session.settings.resetAll()
      session.prepared.clear()
      session.preparedFacts.clear()
      dropTemporary(session)
      session.forgetSequences()
      session.database.channels.removeAll(session)
      session.cluster.txns.advisory.releaseAll(session)
      call.sink.commandComplete('DISCARD ALL')
      return
    case 'DISCARD_PLANS':
      session.plans.clear()
      call.sink.commandComplete('DISCARD PLANS')
      return
    case 'DISCARD_TEMP':
      session.block.ensure()
      dropTemporary(session)
      call.sink.commandComplete('DISCARD TEMP')
      return
    default:
      session.forgetSequences()
      call.sink.commandComplete('DISCARD SEQUENCES')
  }
}
