/**
 * Options of `open`: what there is, and a refusal by name of what there is not. A misspelt option that did nothing
 * would be found out late.
 */
import { requireFunction, requireSync } from './callbacks.js'
import { featureNotSupported } from '../errors/db-error.js'
/** @import { DbError } from '../errors/db-error.js' */
import {
  optionNeedsDirectory, optionNeedsWriting, optionNotAmong, optionNotInWorker, optionOfEngines, unknownOption2,
} from '../errors/library.js'

const KNOWN = new Set([
  'path', 'vfs', 'clock', 'random', 'create', 'walSync', 'walBatchMs', 'walBatchCommits', 'bufferPool', 'workMem',
  'walSegmentBytes', 'checkpointMs', 'maxWal', 'profile', 'logger', 'int8', 'numeric', 'parsers', 'user', 'database',
  'settings', 'onNotice', 'extensions', 'javascript', 'mode', 'ifLocked', 'slowQueryMs', 'worker', 'memoryLimit',
  'serverFiles',
])
/** Others' libraries have these, and to leave them out would be to do something else than was asked. */
const NOT_SUPPORTED = new Set(['readonly', 'readOnly'])

/** They are objects of this thread. */
const NOT_IN_WORKERS = ['vfs', 'clock', 'random', 'extensions', 'profile']

/** What is said of a server; all others are of the engine in this process. */
const OF_SERVERS = new Set(
  ['path', 'int8', 'numeric', 'parsers', 'user', 'database', 'settings', 'onNotice', 'logger'])

/** @param {unknown} path @returns {boolean} */
export const isServer = (path) => /^postgres(ql)?:\/\//.test(String(path))

/** Nothing is written, so these would do nothing. */
const WRITING = ['create', 'walSync', 'walBatchMs', 'walBatchCommits', 'walSegmentBytes', 'checkpointMs', 'maxWal']

const CHOICES = /** @type {Record<string, string[]>} */ ({
  int8: ['string', 'bigint', 'number'],
  numeric: ['string', 'number'],
  mode: ['rw', 'ro'],
  ifLocked: ['fail', 'wait', 'connect'],
})

/** @param {unknown} value @returns {string} */
const shown = (value) => value !== null && typeof value === 'object' ? 'an object' : String(value)

/**
 * @param {Record<string, any>} options
 * @throws {DbError} 22023 no such option or choice; 0A000 one that is not supported
 */
export function checkOptions(options) {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    if (NOT_SUPPORTED.has(name)) throw featureNotSupported(`the option ${name} of open()`)
    if (!KNOWN.has(name)) throw unknownOption2(name)
    if (name in CHOICES && !CHOICES[name].includes(value))
      throw optionNotAmong(name, CHOICES[name].map((choice) => `"${choice}"`).join(' or '), value)
  }
  for (const name of ['javascript', 'serverFiles'])
    if (options[name] !== undefined && typeof options[name] !== 'boolean')
      throw optionNotAmong(name, 'true or false', options[name])
  if (options.extensions !== undefined && !Array.isArray(options.extensions))
    throw optionNotAmong('extensions', 'an array of what defineExtension returned', shown(options.extensions))
  if (options.slowQueryMs !== undefined && !(options.slowQueryMs >= 0))
    throw optionNotAmong('slowQueryMs', 'a number of milliseconds', options.slowQueryMs)
  if (options.mode === 'ro') {
    if (options.path === undefined || options.path === ':memory:' || options.vfs !== undefined)
      throw optionNeedsDirectory('mode: "ro"')
    for (const name of WRITING) if (options[name] !== undefined) throw optionNeedsWriting(name)
  }
  for (const name of ['onNotice', 'logger'])
    if (options[name] !== undefined) requireFunction(`the option ${name}`, options[name])
  for (const [type, parser] of Object.entries(options.parsers ?? {})) requireSync(`the parser of type ${type}`, parser)
  if (options.worker) for (const name of NOT_IN_WORKERS) if (options[name] !== undefined) throw optionNotInWorker(name)
  if (!isServer(options.path)) return
  for (const name of Object.keys(options)) {
    if (options[name] !== undefined && !OF_SERVERS.has(name)) throw optionOfEngines(name)
  }
}
