/**
 * file_fdw 1.0: tables that are files of the server, in one of COPY's formats. How they are read is the engine's
 * (engine/commands/copy/file-table.js); programs are 0A000 when they would be run.
 */
import { isMember, isSuperuser, EXECUTE_SERVER_PROGRAM, READ_SERVER_FILES } from '../catalog/roles.js'
import { ATTRIBUTE, FOREIGN_TABLE } from '../catalog/foreign.js'
import { featureNotSupported } from '../errors/db-error.js'
import {
  conflictingFileOptions, noFileNamed, notBooleanOption, unknownFileFormat, usersFileOption,
} from '../errors/file-fdw.js'
import { Family } from '../functions/impl.js'
import { functionScript } from './script.js'
import { isBoolean, optionsIn, requireBoolean } from './wrapper-options.js'

const FORMATS = ['text', 'csv', 'binary']

/** @type {Map<number, string[]>} */
const VALID = new Map([
  [FOREIGN_TABLE, ['filename', 'program', 'format', 'header', 'delimiter', 'quote', 'escape', 'null', 'encoding']],
  [ATTRIBUTE, ['force_not_null', 'force_null']],
])
/** Options that say what of the server is read, and who may say so. */
const OF_SERVER = new Map([
  ['filename', { role: READ_SERVER_FILES, name: 'pg_read_server_files' }],
  ['program', { role: EXECUTE_SERVER_PROGRAM, name: 'pg_execute_server_program' }],
])

/** @type {Record<string, (value: string) => void>} */
const CHECKS = {
  format(value) { if (!FORMATS.includes(value)) throw unknownFileFormat(value) },
  header(value) {
    if (!isBoolean(value) && value.toLowerCase() !== 'match') throw notBooleanOption('header', ' or "match"')
  },
  force_not_null(value) { requireBoolean('force_not_null', value) },
  force_null(value) { requireBoolean('force_null', value) },
}

const family = new Family()
family.add('file_fdw_handler', () => { throw featureNotSupported('function file_fdw_handler') })
family.context('file_fdw_validator', ({ session }, options, classId) => {
  const valid = VALID.get(classId) ?? []
  const view = session.identity.view()
  let source = ''
  for (const [name, value] of optionsIn(options, valid)) {
    const right = OF_SERVER.get(name)
    if (right !== undefined) {
      if (source !== '') throw conflictingFileOptions()
      if (!isSuperuser(view, session.roleOid) && !isMember(view, session.roleOid, right.role))
        throw usersFileOption(name, right.name)
      source = name
    }
    CHECKS[name]?.(value)
  }
  if (classId === FOREIGN_TABLE && source === '') throw noFileNamed()
  return ''
})

/** @type {import('./bundled.js').ExtensionModule} */
export const extension = {
  script: `${functionScript('file_fdw', [
    ['file_fdw_handler()', 'fdw_handler', 'file_fdw_handler', 'vsu'],
    ['file_fdw_validator(text[], oid)', 'void', 'file_fdw_validator', 'vsu'],
  ])};
    CREATE FOREIGN DATA WRAPPER file_fdw HANDLER file_fdw_handler VALIDATOR file_fdw_validator`,
  functions: family.functions,
}
