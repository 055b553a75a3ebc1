/** SQL identifiers as text: quoting them, and reading dotted names as regclass and friends take them. */
import { invalidName } from '../errors/data.js'
import { truncateName } from './strings/text.js'
import { quotesAll } from '../util/effort.js'
import { lowerAscii, trimSqlSpaces } from '../util/ascii.js'

/**
 * PostgreSQL 15's keywords that are not plain (column name, type or function name, reserved): an identifier spelled so
 * is quoted.
 */
const KEYWORDS = new Set(`all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case cast char character check
coalesce collate collation column concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp
current_user dec decimal default deferrable desc distinct do else end except exists extract false fetch float for foreign freeze from full grant greatest group
grouping having ilike in initially inner inout int integer intersect interval into is isnull join lateral leading least left like limit localtime localtimestamp
national natural nchar none normalize not notnull null nullif numeric offset on only or order out outer overlaps overlay placing position precision primary
real references returning right row select session_user setof similar smallint some substring symmetric table tablesample then time timestamp to trailing treat
trim true union unique user using values varchar variadic verbose when where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse
xmlpi xmlroot xmlserialize xmltable`.split(/[ \n]+/))

/** @param {string} name @returns {string} in quotes, whether it needs them or not */
export const quotedName = (name) => `"${name.replaceAll('"', '""')}"`

/** @param {string} name @returns {string} as it must be written in SQL */
export function quoteIdentifier(name) {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !KEYWORDS.has(name) && !quotesAll()
    ? name
    : quotedName(name)
}

/** 42602 on bad syntax. @param {string} text a.b."C" @returns {string[]} folded and unquoted */
export function splitQualifiedName(text) {
  /** @type {string[]} */
  const names = []
  const pattern = /[ \t\n\f\r]*(?:"((?:[^"]|"")*)"|([^ \t\n\f\r".][^ \t\n\f\r.]*))[ \t\n\f\r]*(\.|$)/y
  let at = 0
  for (;;) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null) throw invalidName('invalid name syntax')
    names.push(truncateName(match[1] !== undefined ? match[1].replaceAll('""', '"') : lowerAscii(match[2])))
    at = pattern.lastIndex
    if (match[3] === '') return names
  }
}

/**
 * A list of names with commas between, as search_path and DateStyle are written. @param {string} text
 * @returns {string[] | null} folded and unquoted; null: it is no such list
 */
export function nameList(text) {
  if (trimSqlSpaces(text) === '') return []
  /** @type {string[]} */
  const names = []
  const pattern = /[ \t\n\f\r]*(?:"((?:[^"]|"")*)"|([^ \t\n\f\r",][^ \t\n\f\r,]*))[ \t\n\f\r]*(,|$)/y
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    names.push(truncateName(match[1] !== undefined ? match[1].replaceAll('""', '"') : lowerAscii(match[2])))
    if (match[3] === '') return names
  }
  return null
}
