/**
 * adminpack 2.1: files of the server, for those who administer it from afar. Dumps name it; what it would write is
 * refused.
 */
import { featureNotSupported } from '../errors/db-error.js'
import { Family } from '../functions/impl.js'
import { functionScript } from './script.js'

/** @import { FunctionLine } from './script.js' */

/** @type {FunctionLine[]} */
const FUNCTIONS = [
  ['pg_file_write(text, text, bool)', 'int8', 'pg_file_write_v1_1', 'vsu'],
  ['pg_file_rename(text, text, text)', 'bool', 'pg_file_rename_v1_1', 'vu'],
  ['pg_file_unlink(text)', 'bool', 'pg_file_unlink_v1_1', 'vsu'],
  ['pg_file_sync(text)', 'void', 'pg_file_sync', 'vsu'],
  ['pg_logdir_ls()', 'SETOF record', 'pg_logdir_ls_v1_1', 'vsu'],
]

const family = new Family()
for (const [signature, , symbol] of FUNCTIONS) {
  const refuse = () => { throw featureNotSupported(`function ${signature}`) }
  family.add(symbol, refuse, { set: symbol === 'pg_logdir_ls_v1_1' })
}

/** @type {import('./bundled.js').ExtensionModule} */
export const extension = {
  script: [
    functionScript('adminpack', FUNCTIONS.map(([signature, ...rest]) =>
      /** @type {FunctionLine} */ ([`pg_catalog.${signature}`, ...rest]))),
    `CREATE FUNCTION pg_catalog.pg_file_rename(text, text) RETURNS bool LANGUAGE sql VOLATILE STRICT
       AS 'SELECT pg_catalog.pg_file_rename($1, $2, NULL::pg_catalog.text);'`,
    ...FUNCTIONS.map(([signature]) => `REVOKE EXECUTE ON FUNCTION pg_catalog.${signature} FROM PUBLIC`),
  ].join(';\n'),
  functions: family.functions,
}
