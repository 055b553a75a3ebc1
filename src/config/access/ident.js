/**
 * Lines of pg_ident.conf: which database users a name that somebody else vouches for (here: a certificate's) may be.
 *
 *   MAP  NAME  DATABASE-USER
 *
 * A NAME that begins with a slash is a regular expression, and `\1` in DATABASE-USER what its first group matched.
 */
import { tokenLines } from './tokens.js'

/** @import { Reader } from './tokens.js' */

/**
 * PostgreSQL's regular expressions. @typedef {(pattern: string) => { exec: (text: string, from: number) =>
 *   { group: (number: number) => string | null, groupCount: number } | null }} RegexCompiler
 */
/** @typedef {{ line: number, map: string, name: string, user: string }} IdentRule */
/** @typedef {{ line: number, rule: IdentRule | null, error: string | null }} IdentLine */

/**
 * @param {string} text @param {string} path @param {Reader} read @param {RegexCompiler} compile @returns {IdentLine[]}
 */
export function parseIdent(text, path, read, compile) {
  return tokenLines(text, path, read).map(({ number: line, fields, error }) => {
    if (error !== null) return { line, rule: null, error }
    const found = fields.slice(0, 3)
    const many = found.findIndex((field) => field.length > 1)
    if (many >= 0) return { line, rule: null, error: 'multiple values in ident field' }
    if (found.length < 3) return { line, rule: null, error: 'missing entry at end of line' }
    const [map, name, user] = found.map(([token]) => token.text)
    if (name.startsWith('/')) {
      try {
        compile(name.slice(1))
      } catch (problem) {
        const why = problem instanceof Error ? problem.message.replace(/^invalid regular expression: /, '') : problem
        return { line, rule: null, error: `invalid regular expression "${name.slice(1)}": ${why}` }
      }
    }
    return { line, rule: { line, map, name, user }, error: null }
  })
}

/**
 * Whether who somebody is elsewhere may be this user here.
 * @param {IdentRule[]} rules @param {string | null} map null: both names are the same
 * @param {string} user @param {string} name @param {RegexCompiler} compile
 * @returns {string | null} null: yes; else why not, for the log
 */
export function refusedByMap(rules, map, user, name, compile) {
  if (map === null || map === '') {
    return user === name ? null
      : `provided user name (${user}) and authenticated user name (${name}) do not match`
  }
  for (const rule of rules) {
    if (rule.map !== map) continue
    if (!rule.name.startsWith('/')) {
      if (rule.name === name && rule.user === user) return null
      continue
    }
    const pattern = rule.name.slice(1)
    const match = compile(pattern).exec(name, 0)
    if (match === null) continue
    if (rule.user.includes('\\1')) {
      if (match.groupCount < 1) {
        return `regular expression "${pattern}" has no subexpressions as requested by backreference in "${rule.user}"`
      }
      if (rule.user.replace('\\1', () => match.group(1) ?? '') === user) return null
    } else if (rule.user === user) return null
  }
  return `no match in usermap "${map}" for user "${user}" authenticated as "${name}"`
}
