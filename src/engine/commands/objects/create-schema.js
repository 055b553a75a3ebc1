/**
 * CREATE SCHEMA. Objects named inside are made there one after the other, sequences and tables before what may need
 * them, with the new schema first in the search path and its owner as the current user.
 */
import { requireCreateInDatabase } from '../../../catalog/ddl/may-change.js'
import { asker, requireMember } from '../../session/access.js'
import { createNamespace } from '../../../catalog/ddl/namespace.js'
import { schemaMismatch } from '../../../errors/ddl/catalog.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { beginDdl, endDdl } from '../../session/ddl.js'
import { roleOf } from '../databases/role-spec.js'
import { statementName } from '../../statements/core/statement-names.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall, UtilityRunner } from '../dispatch.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */
/** @import { Expr } from '../../../catalog/expr.js' */

/** Statements that may stand inside, in the order they run; the field with the name of what they make. */
const ELEMENTS = /** @type {const} */ ([
  ['CreateSeqStmt', 'sequence'], ['CreateStmt', 'relation'], ['ViewStmt', 'view'], ['IndexStmt', 'relation'],
  ['CreateTrigStmt', 'relation'], ['GrantStmt', ''],
])

/** @param {(tag: string) => UtilityRunner | undefined} runnerOf @returns {UtilityRunner} */
export const schemaRunner = (runnerOf) => (session, node, call) => runCreateSchema(session, node, call, runnerOf)

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateSchemaStmt>} node
 * @param {UtilityCall} call
 * @param {(tag: string) => UtilityRunner | undefined} runnerOf
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* runCreateSchema(session, node, call, runnerOf) {
  session.block.ensure()
  const owner = node.authrole ? roleOf(session, node.authrole) : { oid: session.roleOid, name: session.user }
  const name = node.schemaname ?? owner.name
  requireCreateInDatabase(asker(session))
  requireMember(session, owner)
  if (node.if_not_exists && session.catalog().namespaceOid(name) !== 0) {
    session.notice({ severity: 'NOTICE', code: '42P06', message: `schema "${name}" already exists, skipping` })
  } else {
    const ddl = beginDdl(session)
    createNamespace(ddl, name, { ownerOid: owner.oid })
    endDdl(session, ddl)
    if (node.schemaElts?.length) yield* makeElements(session, name, owner, node.schemaElts, call, runnerOf)
  }
  call.sink.commandComplete('CREATE SCHEMA')
}

/**
 * @param {Session} session
 * @param {string} schema
 * @param {{ oid: number, name: string }} owner
 * @param {ParseNode[]} elements
 * @param {UtilityCall} call
 * @param {(tag: string) => UtilityRunner | undefined} runnerOf @returns {Generator<Promise<unknown>, void, void>}
 */
function* makeElements(session, schema, owner, elements, call, runnerOf) {
  const statements = inOrder(schema, elements)
  const before = session.identity.enter(owner.oid)
  session.names.makesIn(schema)
  try {
    const quiet = { ...call, sink: Object.create(call.sink, { commandComplete: { value: () => {} } }) }
    for (const { tag, node } of statements) {
      const run = runnerOf(tag)
      if (run === undefined) throw featureNotSupported(statementName(tag))
      session.ddlEvents?.begins({ tag, node })
      const work = run(session, node, quiet)
      if (work !== undefined) yield* work
    }
  } finally {
    session.identity.leave(before)
    session.names.makesIn(null)
  }
}

/**
 * @param {string} schema
 * @param {ParseNode[]} elements
 * @returns {{ tag: string, node: Expr }[]}
 * @throws {DbError} 42P15, 0A000
 */
function inOrder(schema, elements) {
  const placed = elements.map((element) => {
    const [tag, node] = /** @type {[string, any]} */ (Object.entries(element)[0])
    const at = ELEMENTS.findIndex(([known]) => known === tag)
    if (at < 0) throw featureNotSupported(`${statementName(tag)} in CREATE SCHEMA`)
    const field = ELEMENTS[at][1]
    if (field === '') return { at, tag, node }
    const target = node[field]
    if (target.schemaname && target.schemaname !== schema) throw schemaMismatch(target.schemaname, schema)
    return { at, tag, node: { ...node, [field]: { ...target, schemaname: schema } } }
  })
  return placed.sort((a, b) => a.at - b.at)
}
