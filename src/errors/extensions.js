/** Errors of extensions and their libraries. */
import { DbError } from './db-error.js'

/** @param {string} binary */
export const noSuchLibrary = (binary) =>
  new DbError('58P01', `could not access file "${binary}": No such file or directory`)

/** @param {string} symbol @param {string} binary */
export const notInLibrary = (symbol, binary) =>
  new DbError('42883', `could not find function "${symbol}" in file "${binary}"`)

/** @param {string} name */
export const extensionNotAvailable = (name) => new DbError('0A000', `extension "${name}" is not available`, {
  hint: 'The extension must first be installed on the system where PostgreSQL is running.',
})

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
