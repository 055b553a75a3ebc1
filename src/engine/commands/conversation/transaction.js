/** BEGIN, COMMIT, ROLLBACK, savepoints, SET TRANSACTION's options. */
import { featureNotSupported } from '../../../errors/db-error.js'
import { notInsideBlock, onlyInsideBlock } from '../../../errors/engine.js'
import { hasDeferredEvents } from '../../statements/core/deferred.js'
import { FAILED, OPEN } from '../../session/transaction-block.js'
import { hasMuchToUndo, undoAhead } from '../../session/undo-ahead.js'
import {
  preparedTransactionWithIdentifier, preparedTransactionsAreDisabled, unrecognizedTransactionOption,
} from '../../../errors/commands/conversation.js'

/** @import { Session } from '../../session/session.js' */
/** @import { ResultSink } from '../../statements/core/result-sink.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').TransactionStmt>} node
 * @param {UtilityCall} call
 * @returns {void | Generator<Promise<unknown>, void, void>}
 */
export function runTransaction(session, node, call) {
  const { block } = session
  const { sink } = call
  switch (node.kind) {
    case 'TRANS_STMT_BEGIN': case 'TRANS_STMT_START':
      block.begin(transactionOptions(node.options ?? []))
      sink.commandComplete(node.kind === 'TRANS_STMT_BEGIN' ? 'BEGIN' : 'START TRANSACTION')
      return
    case 'TRANS_STMT_COMMIT': {
      if (block.state !== OPEN && block.state !== FAILED) {
        if (node.chain) throw onlyInsideBlock('COMMIT AND CHAIN')
        session.notice(notInProgress('EndTransactionBlock'))
      }
      if (block.state === OPEN && hasDeferredEvents(session))
        return commitAfterEvents(session, node.chain === true, sink)
      sink.commandComplete(block.commit(node.chain === true))
      return
    }
    case 'TRANS_STMT_ROLLBACK':
      if (block.state !== OPEN && block.state !== FAILED) {
        if (node.chain) throw onlyInsideBlock('ROLLBACK AND CHAIN')
        session.notice(notInProgress('UserAbortTransactionBlock'))
      }
      if (hasMuchToUndo(session, 0)) return rollbackInSlices(session, node.chain === true, sink)
      block.rollback(node.chain === true)
      sink.commandComplete('ROLLBACK')
      return
    case 'TRANS_STMT_SAVEPOINT':
      requireBlock(session, 'SAVEPOINT')
      block.savepoint(node.savepoint_name)
      sink.commandComplete('SAVEPOINT')
      return
    case 'TRANS_STMT_RELEASE':
      requireBlock(session, 'RELEASE SAVEPOINT')
      block.release(node.savepoint_name)
      sink.commandComplete('RELEASE')
      return
    case 'TRANS_STMT_ROLLBACK_TO':
      requireBlock(session, 'ROLLBACK TO SAVEPOINT')
      if (hasMuchToUndo(session, block.markOf(node.savepoint_name)))
        return rollbackToInSlices(session, node.savepoint_name, sink)
      block.rollbackTo(node.savepoint_name)
      sink.commandComplete('ROLLBACK')
      return
    case 'TRANS_STMT_PREPARE':
      // max_prepared_transactions is 0 and stays so.
      if (session.block.state === OPEN) {
        block.rollback()
        throw preparedTransactionsAreDisabled()
      }
      if (session.block.state !== FAILED)
        session.notice(notInProgress('EndTransactionBlock'))
      block.rollback()
      sink.commandComplete('ROLLBACK')
      return
    case 'TRANS_STMT_COMMIT_PREPARED': case 'TRANS_STMT_ROLLBACK_PREPARED': {
      const command = node.kind === 'TRANS_STMT_COMMIT_PREPARED' ? 'COMMIT PREPARED' : 'ROLLBACK PREPARED'
      if (session.block.state === OPEN) throw notInsideBlock(command)
      throw preparedTransactionWithIdentifier(node.gid)
    }
    default:
      throw featureNotSupported(`transaction statement ${node.kind}`)
  }
}

/**
 * @param {Session} session
 * @param {boolean} chain
 * @param {ResultSink} sink
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* rollbackInSlices(session, chain, sink) {
  yield* undoAhead(session, 0)
  session.block.rollback(chain)
  sink.commandComplete('ROLLBACK')
}

/**
 * @param {Session} session
 * @param {string} name of a savepoint
 * @param {ResultSink} sink
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* rollbackToInSlices(session, name, sink) {
  yield* undoAhead(session, session.block.markOf(name))
  session.block.rollbackTo(name)
  sink.commandComplete('ROLLBACK')
}

/**
 * @param {Session} session
 * @param {boolean} chain
 * @param {ResultSink} sink
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* commitAfterEvents(session, chain, sink) {
  sink.commandComplete(yield* session.envelope.commit(chain))
}

/** @param {Session} session @param {string} command */
function requireBlock(session, command) {
  if (session.block.state !== OPEN && session.block.state !== FAILED) throw onlyInsideBlock(command)
}

/**
 * transaction_isolation, transaction_read_only, transaction_deferrable of BEGIN and SET TRANSACTION.
 * @param {ParseNode[]} options DefElem @returns {{ isolation?: string, readOnly?: boolean, deferrable?: boolean }}
 */
export function transactionOptions(options) {
  /** @type {{ isolation?: string, readOnly?: boolean, deferrable?: boolean }} */
  const chosen = {}
  for (const { DefElem: option } of options) {
    const constant = option.arg?.A_Const
    switch (option.defname) {
      case 'transaction_isolation': chosen.isolation = constant.sval.sval; break
      case 'transaction_read_only': chosen.readOnly = (constant.ival?.ival ?? 0) !== 0; break
      case 'transaction_deferrable': chosen.deferrable = (constant.ival?.ival ?? 0) !== 0; break
      default: throw unrecognizedTransactionOption(option.defname)
    }
  }
  return chosen
}

/** @param {string} routine PostgreSQL's function that says so */
const notInProgress = (routine) =>
  ({ severity: 'WARNING', code: '25P01', message: 'there is no transaction in progress', routine })
