/** Rows of pg_language that statements make. */
import { languageExists } from '../../../errors/procedures.js'
import { LANGUAGE } from '../../languages.js'
import { CLASS } from '../context.js'
import { address, recordDependencies, removeDependenciesOf } from '../dependencies.js'
import { requireOwner } from '../may-change.js'

/** @import { DdlContext } from '../context.js' */

/**
 * @typedef {object} LanguageDefinition
 * @property {string} name
 * @property {boolean} trusted anybody who may use it may write in it
 * @property {number} handlerOid
 * @property {number} inlineOid 0: DO is not written in it
 * @property {number} validatorOid 0: bodies are taken as they are
 */

/**
 * One that is there keeps its OID, its owner and its grants.
 * @param {DdlContext} ddl @param {LanguageDefinition} definition @param {boolean} replace
 * @throws {DbError} 42710, 42501
 */
export function storeLanguage(ddl, { name, trusted, handlerOid, inlineOid, validatorOid }, replace) {
  const columns = {
    lanispl: true, lanpltrusted: trusted, lanplcallfoid: handlerOid, laninline: inlineOid, lanvalidator: validatorOid,
  }
  const [known] = ddl.find('pg_language', 'pg_language_name_index', [name])
  if (known !== undefined && !replace) throw languageExists(name)
  const oid = known === undefined ? ddl.newOid() : known.row[0]
  const self = address(LANGUAGE, oid)
  if (known === undefined) {
    ddl.insert('pg_language', { oid, lanname: name, lanowner: ddl.userOid, lanacl: null, ...columns })
  } else {
    requireOwner(ddl, self)
    ddl.update('pg_language', known, columns)
    removeDependenciesOf(ddl, self)
  }
  const functions = [handlerOid, inlineOid, validatorOid].filter((function_) => function_ !== 0)
  recordDependencies(ddl, self, functions.map((function_) => address(CLASS.PROC, function_)), 'n')
  ddl.touch([oid])
}
