/** Errors of extensions and their libraries. */
import { DbError } from './db-error.js'
import { kindDetail } from './ddl/alter.js'
import { located } from './syntax.js'

/** @param {string} binary */
export const noSuchLibrary = (binary) =>
  new DbError('58P01', `could not access file "${binary}": No such file or directory`)

/** 58P01: what the database has was made by an extension that this program does not bring. @param {string} binary */
export const libraryNotHere = (binary) =>
  new DbError('58P01', `could not access file "${binary}": No such file or directory`, {
    hint: `The extension "${binary.slice(binary.lastIndexOf('/') + 1)}" is brought by programs: ` +
      'open(directory, { extensions: [...] }), or seawall serve --extension.',
  })

/** XX000 */
export const queryTreeIsGone = () => new DbError('XX000', 'querytree is no longer implemented')

/** @param {string} symbol @param {string} binary */
export const notInLibrary = (symbol, binary) =>
  new DbError('42883', `could not find function "${symbol}" in file "${binary}"`)

/** @param {string} name @param {string[]} available */
export const extensionNotAvailable = (name, available) =>
  new DbError('0A000', `extension "${name}" is not available`, {
    detail: `There are: ${[...available].sort().join(', ')}.`,
    hint: 'Others are brought by programs: open(directory, { extensions: [...] }), or seawall serve --extension.',
  })

/** 22023. @param {string} name @param {string} rule that it breaks */
export const invalidExtensionName = (name, rule) =>
  new DbError('22023', `invalid extension name: "${name}"`, { detail: `Extension names ${rule}.` })

/** 58P01: its module is damaged. @param {string} name @param {unknown} error */
export const notLoadable = (name, error) => new DbError('58P01',
  `could not load extension "${name}": ${error instanceof Error ? error.message : String(error)}`)

/** @param {string} name */
export const extensionExists = (name) => new DbError('42710', `extension "${name}" already exists`)

/** @param {string} name */
export const noSuchExtension = (name) => new DbError('42704', `extension "${name}" does not exist`)

/** @param {string} name @param {string} version */
export const noScriptFor = (name, version) =>
  new DbError('22023', `extension "${name}" has no installation script nor update path for version "${version}"`)

/** @param {string} name @param {string} from @param {string} to */
export const noUpdatePath = (name, from, to) =>
  new DbError('22023', `extension "${name}" has no update path from version "${from}" to version "${to}"`)

/** @param {string} name @param {string} schema */
export const onlyInSchema = (name, schema) =>
  new DbError('0A000', `extension "${name}" must be installed in schema "${schema}"`)

/** 0A000: a type of index keys. @param {string} name */
export const cannotBeRead = (name) => new DbError('0A000', `cannot accept a value of type ${name}`)

/** 0A000: a type of index keys. @param {string} name */
export const cannotBeShown = (name) => new DbError('0A000', `cannot display a value of type ${name}`)

/** 22023: what a program says of an extension is not complete. @param {string} name @param {string} what */
export const brokenExtension = (name, what) => new DbError('22023', `extension "${name}" cannot be used: ${what}`)

/** 0A000. */
export const transactionInScript = () =>
  new DbError('0A000', 'transaction control statements are not allowed within an extension script')

/** The same, of a statement in a script. @param {unknown} error @param {string} name of the extension */
export function inScript(error, name) {
  if (error instanceof DbError) error.where = `${error.where ? `${error.where}\n` : ''}script of extension "${name}"`
  return error
}

/** 38000: a function of an extension has thrown. @param {string} name @param {unknown} error */
export const failedFunction = (name, error) =>
  new DbError('38000', `${name}: ${error instanceof Error ? error.message : String(error)}`)

/**
 * 38000: a function of an extension has answered something else than it must.
 * @param {string} name @param {unknown} answer @param {string} shape what it must be
 */
export function badAnswer(name, answer, shape) {
  const kind = answer === null ? 'null' : answer instanceof Promise ? 'a promise' : typeof answer
  const given = kind === 'string' ? JSON.stringify(answer).slice(0, 100) : kind === 'number' ? String(answer) : kind
  return new DbError('38000', `${name}: the answer is no ${shape.replace(/^an? /, '')}: ${given}`)
}

/** 42704. @param {string} name */
export const requiredExtension = (name) => new DbError('42704', `required extension "${name}" is not installed`, {
  hint: 'Use CREATE EXTENSION ... CASCADE to install required extensions too.',
})

/** 0A000. @param {string} name */
export const notRelocatable = (name) => new DbError('0A000', `extension "${name}" does not support SET SCHEMA`)

/** 42P17 */
export const neverMember = () => new DbError('42P17', 'cannot add an object of this type to an extension')

/** 55000. @param {string} object @param {string} name of the extension it is of already */
export const alreadyMember = (object, name) =>
  new DbError('55000', `${object} is already a member of extension "${name}"`)

/** 55000. @param {string} object @param {string} name */
export const notMember = (object, name) => new DbError('55000', `${object} is not a member of extension "${name}"`)

/** 55000. @param {string} schema @param {string} name */
export const schemaHoldsExtension = (schema, name) => new DbError('55000',
  `cannot add schema "${schema}" to extension "${name}" because the schema contains the extension`)

/** 0A000. @param {string} name @param {string} object @param {string} schema the extension's */
export const scatteredMembers = (name, object, schema) =>
  new DbError('0A000', `extension "${name}" does not support SET SCHEMA`, {
    detail: `${object} is not in the extension's schema "${schema}"`,
  })

// ---- what looks into storage

/** 0A000. @param {string} name @param {string} kind pg_class.relkind */
export const noTupleStatistics = (name, kind) =>
  new DbError('0A000', `cannot get tuple-level statistics for relation "${name}"`, kindDetail(kind))

/** 0A000. @param {string} name @param {string} method */
export const indexNotSupported = (name, method) => new DbError('0A000', `index "${name}" (${method}) is not supported`)

/** 0A000. @param {string} name @param {string} kind pg_class.relkind */
export const wrongKind = (name, kind) =>
  new DbError('0A000', `relation "${name}" is of wrong relation kind`, kindDetail(kind))

/** 42809. @param {string} name @param {string} method */
export const notIndexOf = (name, method) =>
  new DbError('42809', `relation "${name}" is not ${/^[aeiou]/i.test(method) ? 'an' : 'a'} ${method} index`)

/** 42809. @param {string} name @param {string} kind pg_class.relkind */
export const noPageCount = (name, kind) =>
  new DbError('42809', `cannot get page count of relation "${name}"`, kindDetail(kind))

/** 42809. @param {string} name */
export const partitionedHasNoRows = (name) =>
  new DbError('42809', `"${name}" is a partitioned table`, { detail: 'Partitioned tables do not contain rows.' })

/** 0A000. @param {string} name */
export const onlyBtrees = (name) =>
  new DbError('0A000', 'only B-Tree indexes are supported as targets for verification', {
    detail: `Relation "${name}" is not a B-Tree index.`,
  })

/** XX001. @param {string} place of a row @param {string} table @param {string} index */
export const lacksEntry = (place, table, index) =>
  new DbError('XX001', `heap tuple ${place} from table "${table}" lacks matching index tuple within index "${index}"`)

/** 42809. @param {string} name @param {string} kind pg_class.relkind */
export const noCheckOf = (name, kind) => new DbError('42809', `cannot check relation "${name}"`, kindDetail(kind))

/** 0A000: several subscripts, or a slice, of a type that takes one. @param {string} type */
export const oneSubscript = (type) => new DbError('0A000', `${type} allows only one subscript`)

/** 42804. @param {string} type @param {string} wanted @param {number} location */
export const wrongSubscriptType = (type, wanted, location) =>
  located('42804', `${type} subscript must have type ${wanted}`, { location })

/** 22004. @param {string} type */
export const nullSubscript = (type) => new DbError('22004', `${type} subscript in assignment must not be null`)

/** 0A000: no script runs. @param {string} name of a function */
export const onlyInExtensionScript = (name) =>
  new DbError('0A000', `${name}() can only be called from an SQL script executed by CREATE EXTENSION`)

/** @param {number} oid */
export const noTableOfOid = (oid) => new DbError('42P01', `OID ${oid} does not refer to a table`)

/** @param {string} table */
export const notMemberYet = (table) =>
  new DbError('55000', `table "${table}" is not a member of the extension being created`)
