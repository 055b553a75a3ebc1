/** CREATE DATABASE, DROP DATABASE. */
import { DbError, featureNotSupported } from '../../errors/db-error.js'
import { notInsideBlock } from '../../errors/engine.js'
import { IMPLICIT, IDLE } from '../transaction-block.js'

/** @import { Session } from '../session.js' */
/** @import { UtilityCall } from './dispatch.js' */

/** @param {Session} session @param {any} node CreatedbStmt @param {UtilityCall} call */
export function runCreateDatabase(session, node, call) {
  requireAlone(session, call, 'CREATE DATABASE')
  for (const { DefElem: option } of node.options ?? []) {
    const word = String(option.arg?.String?.sval ?? '').toLowerCase()
    const fine = (option.defname === 'template' && ['template0', 'template1', 'default', ''].includes(word)) || (option.defname === 'encoding' && ['utf8', 'utf-8', ''].includes(word))
      || (['locale', 'lc_collate', 'lc_ctype'].includes(option.defname) && ['c', 'posix', ''].includes(word)) || (option.defname === 'owner' && word === session.user)
      || option.defname === 'connection_limit' || option.defname === 'allow_connections' || option.defname === 'is_template' || option.defname === 'strategy'
    if (!fine) throw featureNotSupported(`CREATE DATABASE with ${option.defname} "${word}"`)
  }
  session.cluster.createDatabase(session, node.dbname)
  call.sink.commandComplete('CREATE DATABASE')
}

/** @param {Session} session @param {any} node DropdbStmt @param {UtilityCall} call */
export function runDropDatabase(session, node, call) {
  requireAlone(session, call, 'DROP DATABASE')
  if (node.dbname === session.database.name) throw new DbError('55006', 'cannot drop the currently open database')
  const force = (node.options ?? []).some((/** @type {any} */ option) => option.DefElem.defname === 'force')
  const dropped = session.cluster.dropDatabase(session, node.dbname, { missingOk: node.missing_ok === true, force })
  if (!dropped) session.notice({ severity: 'NOTICE', code: '00000', message: `database "${node.dbname}" does not exist, skipping` })
  call.sink.commandComplete('DROP DATABASE')
}

/** @param {Session} session @param {UtilityCall} call @param {string} command */
export function requireAlone(session, call, command) {
  if ((session.block.state !== IMPLICIT && session.block.state !== IDLE) || !call.alone) throw notInsideBlock(command)
}
