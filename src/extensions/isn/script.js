/** isn: what its script makes, as PostgreSQL 15's version of the extension has it. */
import { extensionScript } from '../script.js'

/** @import { FunctionLine, OperatorLine } from '../script.js' */

/** Each with how it is printed. @type {[name: string, input: string, output: string][]} */
export const TYPES = [
  ['ean13', 'ean13_in', 'ean13_out'], ['isbn13', 'isbn_in', 'ean13_out'], ['ismn13', 'ismn_in', 'ean13_out'],
  ['issn13', 'issn_in', 'ean13_out'], ['isbn', 'isbn_in', 'isn_out'], ['ismn', 'ismn_in', 'isn_out'],
  ['issn', 'issn_in', 'isn_out'], ['upc', 'upc_in', 'isn_out'],
]
const NAMES = TYPES.map(([name]) => name)
const [EAN, ...OTHERS] = NAMES
const LONG = ['isbn13', 'ismn13', 'issn13']
/** Both kinds of one number. @param {string} long */
const shortOf = (long) => long.slice(0, -2)

/**
 * Which types are compared: each with itself and with ean13, the long with the short ones.
 * @type {[string, string][]}
 */
const PAIRS = [
  ...NAMES.map((name) => /** @type {[string, string]} */ ([name, name])),
  ...OTHERS.flatMap((name) => /** @type {[string, string][]} */ ([[EAN, name], [name, EAN]])),
  ...LONG.flatMap((long) => /** @type {[string, string][]} */ ([[long, shortOf(long)], [shortOf(long), long]])),
]

/**
 * @type {[name: string, func: string, code: string, strategy: number, commutator: string, negator: string,
 *   sel: string][]}
 */
const ORDER = [
  ['<', 'isnlt', 'int8lt', 1, '>', '>=', 'scalarlt'], ['<=', 'isnle', 'int8le', 2, '>=', '>', 'scalarle'],
  ['=', 'isneq', 'int8eq', 3, '=', '<>', 'eq'], ['>=', 'isnge', 'int8ge', 4, '<=', '<', 'scalarge'],
  ['>', 'isngt', 'int8gt', 5, '<', '<=', 'scalargt'], ['<>', 'isnne', 'int8ne', 0, '<>', '=', 'neq'],
]

/** @param {string} first @param {string} second */
const compareName = (first, second) => `bt${first}cmp(${first}, ${second})`

const CLASSES = NAMES.map((name) => `
  CREATE OPERATOR CLASS ${name}_ops DEFAULT FOR TYPE ${name} USING btree FAMILY isn_ops AS OPERATOR 1 <, OPERATOR 2 <=,
    OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 ${compareName(name, name)};
  CREATE OPERATOR CLASS ${name}_ops DEFAULT FOR TYPE ${name} USING hash FAMILY isn_ops AS OPERATOR 1 =,
    FUNCTION 1 hash${name}(${name})`)

const ACROSS = PAIRS.filter(([a, b]) => a !== b).map(([a, b]) => `
  ALTER OPERATOR FAMILY isn_ops USING btree ADD ${ORDER.filter(([, , , strategy]) => strategy > 0)
    .map(([name, , , strategy]) => `OPERATOR ${strategy} ${name} (${a}, ${b})`).join(', ')},
    FUNCTION 1 ${compareName(a, b)};
  ALTER OPERATOR FAMILY isn_ops USING hash ADD OPERATOR 1 = (${a}, ${b})`)

const CASTS = [
  ...OTHERS.map((name) => `CREATE CAST (ean13 AS ${name}) WITH FUNCTION ${name}(ean13)`),
  ...OTHERS.map((name) => `CREATE CAST (${name} AS ean13) WITHOUT FUNCTION AS ASSIGNMENT`),
  ...LONG.flatMap((long) => [[long, shortOf(long)], [shortOf(long), long]])
    .map(([from, to]) => `CREATE CAST (${from} AS ${to}) WITHOUT FUNCTION AS ASSIGNMENT`),
]

export const isnScript = extensionScript({
  library: 'isn',
  shells: NAMES,
  io: TYPES.flatMap(([name, input, output]) => /** @type {FunctionLine[]} */ ([
    [`${name}_in(cstring)`, name, input, 'is'], [`${output}(${name})`, 'cstring', output, 'is'],
  ])),
  types: TYPES.map(([name, , output]) => `CREATE TYPE ${name} (INPUT = ${name}_in, OUTPUT = ${output}, LIKE = int8)`)
    .join(';\n'),
  functions: /** @type {FunctionLine[]} */ ([
    ...PAIRS.flatMap(([a, b]) => ORDER.map(([, func, code]) => [`${func}(${a}, ${b})`, 'boolean', code, 'is'])),
    ...PAIRS.map(([a, b]) => [compareName(a, b), 'integer', 'btint8cmp', 'is']),
    ...NAMES.map((name) => [`hash${name}(${name})`, 'integer', 'hashint8', 'is']),
    ...OTHERS.map((name) => [`${name}(ean13)`, name, `${name.replace('13', '')}_cast_from_ean13`, 'is']),
    ...NAMES.map((name) => [`make_valid(${name})`, name, 'make_valid', 'is']),
    ...NAMES.map((name) => [`is_valid(${name})`, 'boolean', 'is_valid', 'is']),
    ['isn_weak(boolean)', 'boolean', 'accept_weak_input', 'vsr'], ['isn_weak()', 'boolean', 'weak_input_status', 'vsr'],
  ]),
  operators: PAIRS.flatMap(([a, b]) => ORDER.map(([name, func, , , commutator, negator, sel]) =>
    /** @type {OperatorLine} */ ([
      name, a, b, func, commutator, negator, `${sel}sel`, `${sel}joinsel`, name === '=' ? 'hm' : '',
    ]))),
  after: `CREATE OPERATOR FAMILY isn_ops USING btree; CREATE OPERATOR FAMILY isn_ops USING hash;
    ${[...CLASSES, ...ACROSS, ...CASTS].join(';\n')}`,
})
