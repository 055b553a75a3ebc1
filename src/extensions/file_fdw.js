/**
 * file_fdw 1.0: tables that are files of the server. They are defined, changed and dumped as PostgreSQL's are; the
 * files are nobody's to read by SQL here, so a statement that reads such a table is 0A000.
 */
import { isMember, isSuperuser, EXECUTE_SERVER_PROGRAM, READ_SERVER_FILES } from '../catalog/roles.js'
import { items } from '../catalog/descriptors.js'
import { featureNotSupported } from '../errors/db-error.js'
import {
  conflictingFileOptions, invalidFileOption, noFileNamed, notBooleanOption, unknownFileFormat, usersFileOption,
} from '../errors/file-fdw.js'
import { Family } from '../functions/impl.js'
import { functionScript } from './script.js'

/** Catalogs whose objects have options. */
const TABLE = 3118
const COLUMN = 1249
const FORMATS = ['text', 'csv', 'binary']
/** What a Boolean may be, as an option says it. */
const BOOLEAN = /^(?:true|false|on|off|1|0)$/i

/** @type {Map<number, string[]>} */
const VALID = new Map([
  [TABLE, ['filename', 'program', 'format', 'header', 'delimiter', 'quote', 'escape', 'null', 'encoding']],
  [COLUMN, ['force_not_null', 'force_null']],
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
    if (!BOOLEAN.test(value) && value.toLowerCase() !== 'match') throw notBooleanOption('header', ' or "match"')
  },
  force_not_null(value) { if (!BOOLEAN.test(value)) throw notBooleanOption('force_not_null') },
  force_null(value) { if (!BOOLEAN.test(value)) throw notBooleanOption('force_null') },
}

const family = new Family()
family.add('file_fdw_handler', () => { throw featureNotSupported('function file_fdw_handler') })
family.context('file_fdw_validator', ({ session }, options, classId) => {
  const valid = VALID.get(classId) ?? []
  const view = session.identity.view()
  let source = ''
  for (const option of items(options)) {
    const split = option.indexOf('=')
    const [name, value] = [option.slice(0, split), option.slice(split + 1)]
    if (!valid.includes(name)) throw invalidFileOption(name, valid)
    const right = OF_SERVER.get(name)
    if (right !== undefined) {
      if (source !== '') throw conflictingFileOptions()
      if (!isSuperuser(view, session.roleOid) && !isMember(view, session.roleOid, right.role))
        throw usersFileOption(name, right.name)
      source = name
    }
    CHECKS[name]?.(value)
  }
  if (classId === TABLE && source === '') throw noFileNamed()
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
