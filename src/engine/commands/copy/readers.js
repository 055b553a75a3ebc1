/** The reader of each of COPY's formats. */
import { BinaryReader } from './binary-reader.js'
import { CsvReader } from './csv-reader.js'
import { TextReader } from './text-reader.js'

/** @import { TypeEnv } from '../../../types/type-ops.js' */

const READERS = { text: TextReader, csv: CsvReader, binary: BinaryReader }

/** @typedef {TextReader | CsvReader | BinaryReader} AnyReader */

/**
 * @param {string} table
 * @param {import('./row-reader.js').CopyColumn[]} columns
 * @param {import('./options.js').CopyOptions} options
 * @param {TypeEnv} env
 * @returns {AnyReader}
 */
export const rowReader = (table, columns, options, env) => new READERS[options.format](table, columns, options, env)
