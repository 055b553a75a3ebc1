/**
 * COPY in and out: formats, options, lines that fit and lines that do not. Data follow the statement on lines of their
 * own (compare.js sends them).
 */
import { sql } from './node.js'
import { literal } from './values.js'

/** @import { ChangeMaker } from './changes.js' */
/** @import { SqlNode } from './node.js' */
/** @import { Random } from './random.js' */

const COLUMNS = ['a', 'b', 'c', 'd', 'e', 'f']
const VALUES = /** @type {Record<string, string[]>} */ ({
  a: ['1', '-7', '2147483647', '99999999999', 'x', ' 5 ', '\\N', '', '"3"', 'NULL'],
  b: [
    'plain', 'a\\tb', 'a\\\\b', '\\N', '', '"quoted"', '"a,b"', '"say ""hi"""', 'x|y', 'äö', '\\x41', '\\101', 'a\\',
    '"', '"open', 'NULL', ' pad ', '\\.x', "it's", 'end\\r',
  ],
  c: ['1.50', '-0.005', '9999.99', '99999.99', 'NaN', '\\N', '', 'abc', '1e2'],
  d: ['2024-02-29', '01/02/2003', '2023-02-29', 'infinity', '\\N', 'x', ''],
  e: ['{1,2}', '{}', '{NULL,3}', '"{1,2}"', '{1', '\\N', '{{1},{2}}'],
  f: ['t', 'false', 'yes', '0', 'x', '\\N', ''],
})

/** @param {Random} random @returns {string} */
function options(random) {
  const format = random.pick(['text', 'text', 'csv', 'csv', 'csv'])
  const ofCsv = [
    "QUOTE ''''", "QUOTE '\"'", "ESCAPE '\\'", 'FORCE_QUOTE *', 'FORCE_QUOTE (b, d)', 'FORCE_NULL (b)',
    'FORCE_NOT_NULL (b)', 'FORCE_NULL (a, c)',
  ]
  const ofAny = [
    "DELIMITER ','", "DELIMITER '|'", "DELIMITER ';'", "NULL ''", "NULL 'NULL'", "NULL '\\N'", 'HEADER', 'HEADER true',
    'HEADER match', 'HEADER false', "ENCODING 'UTF8'", "ENCODING 'LATIN1'", 'FREEZE false', "DEFAULT 'x'",
  ]
  const chosen = random.some([...ofAny, ...(format === 'csv' || random.chance(0.1) ? ofCsv : [])], random.below(4))
  return ` WITH (${[`FORMAT ${format}`, ...chosen].join(', ')})`
}

/** @param {Random} random @param {string[]} columns @param {string} text options @returns {string} */
function data(random, columns, text) {
  const separator = /DELIMITER '(.)'/.exec(text)?.[1] ?? (text.includes('csv') ? ',' : '\t')
  const field = (/** @type {string} */ column) =>
    random.chance(0.75) ? VALUES[column][random.below(3)] : random.pick(VALUES[column])
  const line = () => {
    const fields = columns.map(field)
    if (random.chance(0.06)) fields.pop()
    if (random.chance(0.06)) fields.push('9')
    return fields.join(separator)
  }
  const lines = random.times(random.between(0, 3), line)
  if (/HEADER(?! false)/.test(text))
    lines.unshift((random.chance(0.8) ? columns : [...columns].reverse()).join(separator))
  if (random.chance(0.2)) lines.push('\\.', ...(random.chance(0.3) ? ['more'] : []))
  if (random.chance(0.05)) lines.push('')
  const end = random.pick(['\n', '\n', '\n', '\r\n'])
  return lines.length === 0 ? '' : lines.join(end) + (random.chance(0.9) ? end : '')
}

/** @param {ChangeMaker} changes @returns {SqlNode[]} */
export function copying({ random, queries, exprs }) {
  const statements = [sql`CREATE TABLE y1 (a int, b text, c numeric(6,2), d date, e int[], f boolean DEFAULT true, g int GENERATED ALWAYS AS (a + 1) STORED${random.pick(['', ', CHECK (a < 100)', ', UNIQUE (a)', ', CONSTRAINT k CHECK (b <> \'plain\')'])})`,
    sql`INSERT INTO y1 (a, b, c, d, e, f) VALUES (1, E'a\tb\\c', 1.5, '2024-02-29', '{1,NULL}', true), (2, 'x,"y"', NULL, NULL, '{}', false), (3, '', -0.01, 'infinity', NULL, NULL), (4, E'line\nbreak', 7, '0044-03-15 BC', '{{1},{2}}', true), (5, 'NULL', NULL, NULL, NULL, NULL), (6, '\\.', 0, '1999-12-31', '{7}', false)`]
  const listed = () => random.some(COLUMNS, random.between(1, 6))
  for (let count = random.between(4, 8); count > 0; count--) {
    const columns = listed()
    const how = options(random)
    const into = sql`COPY y1 (${columns.join(', ')}) FROM STDIN${how}${random.chance(0.15) ? ' WHERE a > 0' : ''}\n${data(random, columns, how)}`
    statements.push(
      random.pick([
        () => into,
        () => into,
        () => into,
        () => sql`COPY y1${random.pick(['', ` (${columns.join(', ')})`])} TO STDOUT${how}`,
        () => sql`COPY (SELECT ${columns.join(', ')} FROM y1 ORDER BY a, b) TO STDOUT${how}`,
        () =>
          sql`COPY (${queries.select(
            random.times(2, () => exprs.someType()),
            { columns: [], depth: 1 },
            1
          )}) TO STDOUT${how}`,
        () => sql`COPY y1 TO STDOUT (FORMAT binary)`,
        () => sql`COPY (SELECT ${literal(random, exprs.someType())} AS c) TO STDOUT${how}`,
        () => sql`COPY y1 TO STDOUT CSV HEADER`,
        () => sql`COPY y1 TO STDOUT DELIMITER ',' NULL AS 'nil'`,
        () => sql`COPY (DELETE FROM y1 WHERE a = 6 RETURNING a, b) TO STDOUT`,
      ])()
    )
  }
  return [...statements, sql`SELECT * FROM y1`, sql`DROP TABLE y1`]
}
