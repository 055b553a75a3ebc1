/**
 * pg_hba.conf and pg_ident.conf of a data directory, or of where the settings hba_file and ident_file say: read when a
 * server begins and when it is told to read its configuration again. A file that has an error changes nothing then.
 *
 * Without pg_hba.conf a rule of thumb holds (`usual`): who comes by loopback or a local socket is let in.
 */
import { isAbsolute } from 'node:path'
import { couldNotLoad } from '../../errors/authentication.js'
import { readServerFile, serverPath, systemWords } from '../../storage/vfs/server-files.js'
import { compileRegex, parseFlags } from '../../functions/regex/compile.js'
import { parseHba, shownRule } from '../../config/access/hba.js'
import { parseIdent } from '../../config/access/ident.js'
import { logAbout, serverSubject } from '../session/server-log.js'

/** @import { HbaLine, HbaRule } from '../../config/access/hba.js' */
/** @import { IdentLine, IdentRule } from '../../config/access/ident.js' */
/** @import { Reader } from '../../config/access/tokens.js' */
/** @import { Cluster } from './cluster.js' */

/** @param {string} method of all who are let in */
export const rulesOfThumb = (method) => method === 'trust'
  ? 'local all all trust\nhost all all 127.0.0.0/8 trust\nhost all all ::1/128 trust\n'
  : `local all all ${method}\nhost all all all ${method}\n`

/** @param {string} pattern */
export const compileNamePattern = (pattern) => compileRegex(pattern, parseFlags(''))

export class AccessFiles {
  /** @param {Cluster} cluster */
  constructor(cluster) {
    this.cluster = cluster
    /** What holds without a file. */
    this.usual = rulesOfThumb('trust')
    /** As the file had them when it was read well; null: there was none. @type {HbaRule[] | null} */
    this.rules = null
    /** @type {IdentRule[]} */
    this.mappings = []
    this.isLoaded = false
  }

  /** A server begins. @throws {DbError} F0000 */
  load() {
    if (this.isLoaded) return
    if (!this.readRules()) throw couldNotLoad(this.pathOf('hba_file'))
    this.readMappings()
    this.isLoaded = true
  }

  /** The server is told to look again. */
  reload() {
    if (!this.isLoaded) return
    if (!this.readRules()) this.say('pg_hba.conf was not reloaded')
    if (!this.readMappings()) this.say('pg_ident.conf was not reloaded')
  }

  /** @returns {boolean} false: what it held before holds on */
  readRules() {
    if (!this.hasFile('hba_file')) {
      if (this.rules === null) return true
      this.say(`could not open configuration file "${this.pathOf('hba_file')}": No such file or directory`)
      return false
    }
    const lines = this.linesOf(() => this.hbaLines())
    if (lines === null) return false
    let isWell = true
    for (const { line, rule, error, hint } of lines) {
      if (error === null) continue
      this.say(error, hint, line, 'hba_file')
      if (rule === null) isWell = false
    }
    if (!isWell) return false
    if (lines.length === 0) {
      this.say(`configuration file "${this.pathOf('hba_file')}" contains no entries`)
      return false
    }
    this.rules = lines.flatMap(({ rule }) => rule ?? [])
    return true
  }

  /** @returns {boolean} */
  readMappings() {
    if (!this.hasFile('ident_file')) return true
    const lines = this.linesOf(() => this.identLines())
    if (lines === null) return false
    for (const { line, error } of lines) if (error !== null) this.say(error, undefined, line, 'ident_file')
    if (lines.some(({ rule }) => rule === null)) return false
    this.mappings = lines.flatMap(({ rule }) => rule ?? [])
    return true
  }

  /** @template Line @param {() => Line[]} read @returns {Line[] | null} null: it cannot be read, which is logged */
  linesOf(read) {
    try {
      return read()
    } catch (error) {
      this.say(`could not open configuration file ${error instanceof Error ? error.message : String(error)}`)
      return null
    }
  }

  /** As pg_hba.conf is now. @returns {HbaLine[]} @throws {Error} */
  hbaLines() {
    const hasTls = this.cluster.serverSettings.get('ssl') === true
    if (!this.hasFile('hba_file')) return parseHba(this.usual, '', this.reader, hasTls)
    const { path, text } = this.reader(this.nameOf('hba_file'), '')
    return parseHba(text, path, this.reader, hasTls)
  }

  /** @returns {IdentLine[]} @throws {Error} */
  identLines() {
    if (!this.hasFile('ident_file')) return []
    const { path, text } = this.reader(this.nameOf('ident_file'), '')
    return parseIdent(text, path, this.reader, compileNamePattern)
  }

  /** Rows of pg_hba_file_rules. @returns {any[][]} */
  ruleRows() {
    return this.hbaLines().map(({ line, rule, error }) => {
      if (rule === null) return [line, null, null, null, null, null, null, null, error]
      const { type, databases, users, address, mask, method, options } = shownRule(rule)
      return [line, type, databases, users, address, mask, method, options, error]
    })
  }

  /** Rows of pg_ident_file_mappings. @returns {any[][]} */
  mappingRows() {
    return this.identLines().map(({ line, rule, error }) =>
      [line, rule?.map ?? null, rule?.name ?? null, rule?.user ?? null, error])
  }

  /** @param {'hba_file' | 'ident_file'} setting */
  nameOf(setting) {
    const name = String(this.cluster.serverSettings.values.get(setting))
    return name !== '' ? name : setting === 'hba_file' ? 'pg_hba.conf' : 'pg_ident.conf'
  }

  /**
   * Whether there is something to be read: a file that is named must be there. @param {'hba_file' | 'ident_file'}
   * setting
   */
  hasFile(setting) {
    return this.cluster.serverSettings.values.get(setting) !== '' || this.cluster.vfs.exists(this.nameOf(setting))
  }

  /** In full, for messages. @param {'hba_file' | 'ident_file'} setting */
  pathOf(setting) { return serverPath(this.cluster.vfs.name, this.nameOf(setting)) }

  /** @type {Reader} files of the data directory by the VFS, others by their path */
  reader = (name, beside) => {
    const { vfs } = this.cluster
    const slash = beside.lastIndexOf('/')
    const path = isAbsolute(name) || slash < 0 ? name : beside.slice(0, slash + 1) + name
    const full = serverPath(vfs.name, path)
    try {
      if (isAbsolute(path) || path.split('/').includes('..')) return { path, text: readServerFile(full).toString() }
      const file = vfs.open(path, {})
      try {
        const bytes = Buffer.alloc(file.size())
        return { path, text: bytes.toString('utf8', 0, file.readSync(bytes, 0, bytes.length, 0)) }
      } finally {
        file.close()
      }
    } catch (error) {
      const { code, message } = /** @type {any} */ (error)
      const why = code === '58P01' ? 'No such file or directory' : code?.startsWith('E') ? systemWords(error) : message
      throw new Error(`"${full}": ${why}`)
    }
  }

  /**
   * @param {string} message @param {string} [hint] @param {number} [line] @param {'hba_file' | 'ident_file'} [setting]
   */
  say(message, hint, line, setting) {
    const context = line === undefined || setting === undefined ? undefined
      : `line ${line} of configuration file "${this.pathOf(setting)}"`
    logAbout(serverSubject(this.cluster), 'LOG', message, { hint, context })
  }
}
