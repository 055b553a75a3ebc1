/** Identifiers and string literals as PostgreSQL prints them in generated SQL. */

/** Words of PostgreSQL 15's grammar that may not stand bare as any name: everything but the unreserved keywords. */
const QUOTED = new Set((`all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case cast char character
  check coalesce collate collation column concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user dec decimal default deferrable desc distinct do else end except exists extract false fetch float for foreign
  freeze from full grant greatest group grouping having ilike in initially inner inout int integer intersect interval into is isnull join lateral
  leading least left like limit localtime localtimestamp national natural nchar none normalize not notnull null nullif numeric offset on only or order out
  outer overlaps overlay placing position precision primary real references returning right row select session_user setof similar smallint some substring
  symmetric table tablesample then time timestamp to trailing treat trim true union unique user using values varchar variadic verbose when
  where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`).split(/[ \n]+/))

/** @param {string} name @returns {string} */
export function quoteIdentifier(name) {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !QUOTED.has(name) ? name : `"${name.replaceAll('"', '""')}"`
}

/** A constant of an expression: backslashes are what they are. @param {string} text @returns {string} */
export const quoteConstant = (text) => `'${text.replaceAll("'", "''")}'`

/** @param {string} text @returns {string} */
export function quoteLiteral(text) {
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
  return text.includes('\\') ? `E${quoted}` : quoted
}
