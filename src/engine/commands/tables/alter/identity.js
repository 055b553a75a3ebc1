/** ALTER TABLE's subcommands about where a column's values come from: identity sequences, generation expressions. */
import { dropColumnDefault, setColumnGeneration } from '../../../../catalog/ddl/tables/alter.js'
import { dropRelation } from '../../../../catalog/ddl/drop.js'
import { ownedSequences, setSequenceOwner } from '../../../../catalog/ddl/tables/sequences.js'
import {
  alreadyHasDefault, alreadyIdentity, expressionInherited, expressionOfChildren, mustBeNotNull, notGenerated,
  notIdentity,
} from '../../../../errors/ddl/generated.js'
import { conflictingOptions } from '../../../../errors/ddl/sequences.js'
import { notSupportedAt } from '../../../../errors/syntax.js'
import { attachColumnSequence, makeColumnSequence, readIdentity } from '../column-sequences.js'
import { alterSequence, readSequenceOptions } from '../sequences.js'
import { columnNamed } from './columns.js'

/** @import { TableWork } from './work.js' */
/** @import { Tree } from '../../../../parser/tree.js' */

/**
 * ADD GENERATED … AS IDENTITY.
 * @param {TableWork} work
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 */
export function addIdentity(work, command) {
  const { session, ddl, relation } = work
  const column = columnNamed(work, command.name)
  const sequence = readIdentity(session, { name: column.name, typeOid: column.typeOid }, command.def.Constraint)
  makeColumnSequence(session, ddl, relation, sequence)
  if (!column.notNull) throw mustBeNotNull(column.name, relation.name)
  if (column.identity !== '') throw alreadyIdentity(column.name, relation.name)
  if (column.hasDefault) throw alreadyHasDefault(column.name, relation.name)
  attachColumnSequence(ddl, relation.oid, column.attnum, sequence)
  setColumnGeneration(ddl, relation.oid, column.attnum, { attidentity: sequence.identity })
}

/**
 * SET GENERATED, SET START …, RESTART.
 * @param {TableWork} work
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 */
export function setIdentity(work, command) {
  const { session, ddl, relation } = work
  const column = columnNamed(work, command.name)
  if (column.identity === '') throw notIdentity(column.name, relation.name)
  const items = command.def.List.items
  const kinds = items.filter(({ DefElem }) => DefElem.defname === 'generated')
  if (kinds.length > 1) throw conflictingOptions(kinds[1].DefElem.location)
  const options = readSequenceOptions(session, items.filter(({ DefElem }) => DefElem.defname !== 'generated'))
  if (options.ownedBy !== undefined || options.name !== undefined)
    throw notSupportedAt('this option of an identity column is not supported', {})
  if (kinds.length === 1)
    setColumnGeneration(ddl, relation.oid, column.attnum, {
      attidentity: String.fromCharCode(kinds[0].DefElem.arg.Integer.ival),
    })
  if (items.length > kinds.length)
    for (const oid of ownedSequences(ddl, relation.oid, column.attnum, 'i'))
      alterSequence(session, ddl, oid, options, true)
}

/** @param {TableWork} work @param {Tree<import('@pgsql/types').AlterTableCmd>} command */
export function dropIdentity(work, command) {
  const { ddl, relation } = work
  const column = columnNamed(work, command.name)
  if (column.identity === '') {
    const missing = notIdentity(column.name, relation.name)
    if (command.missing_ok !== true) throw missing
    work.notice(`${missing.message}, skipping`)
    return
  }
  setColumnGeneration(ddl, relation.oid, column.attnum, { attidentity: '' })
  for (const oid of ownedSequences(ddl, relation.oid, column.attnum, 'i')) {
    setSequenceOwner(ddl, oid, null, 'i')
    dropRelation(ddl, oid, { cascade: false, isInternal: true })
  }
}

/**
 * DROP EXPRESSION: values stay, here and in the tables below.
 * @param {TableWork} work
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 * @param {import('./subcommands.js').Reach} reach
 */
export function dropExpression(work, command, { recurse, recursing }) {
  const { ddl, relation } = work
  const column = columnNamed(work, command.name)
  if (!recurse && relation.children.length > 0) throw expressionOfChildren()
  if (column.inheritCount > 0 && !recursing) throw expressionInherited()
  if (column.generated !== 's') {
    const missing = notGenerated(column.name, relation.name)
    if (command.missing_ok !== true) throw missing
    work.notice(`${missing.message}, skipping`)
    return
  }
  dropColumnDefault(ddl, relation.oid, column.attnum)
  setColumnGeneration(ddl, relation.oid, column.attnum, { attgenerated: '' })
}
