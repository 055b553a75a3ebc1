/**
 * Calls that SQL writes in words: EXTRACT(year FROM d), TRIM(BOTH FROM t), x AT TIME ZONE z. They are stored as calls
 * of functions, marked as written so.
 */

/** @import { Expr, FuncCall } from '../expr.js' */

/** Functions of SQL's grammar, by OID. @type {Map<number, string>} */
const FORMS = new Map()
/** @param {string} form @param {number[]} oids */
const form = (form, ...oids) => { for (const oid of oids) FORMS.set(oid, form) }
form('zone', 1159, 1026, 2037, 2038, 2069, 2070)
form('overlaps', 1271, 1304, 1305, 1306, 1307, 1308, 1309, 1310, 1311, 2041, 2042, 2043, 2044)
form('extract', 6199, 6200, 6201, 6202, 6203, 6204)
form('isNormalized', 4351)
form('normalize', 4350)
form('collation', 3162)
form('overlay', 749, 752, 1404, 1405, 3030, 3031)
form('position', 849, 1698, 2014)
form('substring', 936, 937, 1680, 1699, 2012, 2013)
form('similar', 2074)
form('both', 884, 885, 2015)
form('leading', 875, 881, 6195)
form('trailing', 876, 882, 6196)
form('xmlexists', 2614)

/**
 * @param {FuncCall} expr @param {(arg: Expr, implicit: boolean) => string} text
 * @returns {string | null} null: an ordinary call after all
 */
export function sqlSyntax(expr, text) {
  const args = expr.args.slice(0, expr.written?.length)
  const arg = (/** @type {number} */ at) => text(args[at], false)
  switch (FORMS.get(expr.oid)) {
    case 'zone':
      return `(${text(args[1], true)} AT TIME ZONE ${text(args[0], true)})`
    case 'xmlexists':
      return `XMLEXISTS((${arg(0)}) PASSING (${arg(1)}))`
    case 'overlaps':
      return `((${arg(0)}, ${arg(1)}) OVERLAPS (${arg(2)}, ${arg(3)}))`
    case 'collation':
      return `COLLATION FOR (${arg(0)})`
    case 'extract':
      return `EXTRACT(${word(args[0])} FROM ${arg(1)})`
    case 'isNormalized':
      return `(${arg(0)} IS${args.length === 2 ? ` ${word(args[1])}` : ''} NORMALIZED)`
    case 'normalize':
      return `NORMALIZE(${arg(0)}${args.length === 2 ? `, ${word(args[1])}` : ''})`
    case 'overlay':
      return `OVERLAY(${arg(0)} PLACING ${arg(1)} FROM ${arg(2)}${args.length === 4 ? ` FOR ${arg(3)}` : ''})`
    case 'position':
      return `POSITION((${arg(1)}) IN (${arg(0)}))`
    case 'substring':
      return `SUBSTRING(${arg(0)} FROM ${arg(1)}${args.length === 3 ? ` FOR ${arg(2)}` : ''})`
    case 'similar':
      return `SUBSTRING(${arg(0)} SIMILAR ${arg(1)} ESCAPE ${arg(2)})`
    case 'both':
      return trim('BOTH')
    case 'leading':
      return trim('LEADING')
    case 'trailing':
      return trim('TRAILING')
    default:
      return null
  }

  /** @param {string} side */
  function trim(side) {
    return `TRIM(${side}${args.length === 2 ? ` ${arg(1)}` : ''} FROM ${arg(0)})`
  }
}

/** A keyword that is stored as a text constant. @param {Expr} expr */
const word = (expr) => expr.kind === 'const' ? String(expr.value) : ''
