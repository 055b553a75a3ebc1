/**
 * Random expressions of a wanted type. They avoid errors that depend on the order of evaluation (divisions are guarded,
 * numbers stay small), so that an error on one side alone is a finding.
 */
import { typed, list, sql } from './node.js'
import { TYPES, literal, zone } from './values.js'

/** @import { Random } from './random.js' */
/** @import { SqlNode } from './node.js' */
/** @import { QueryMaker } from './queries.js' */

/**
 * What an expression may refer to.
 * @typedef {{ text: string | SqlNode, type: string, isLocal?: boolean }} ScopeColumn isLocal: an aggregate or window
 *   call, which means something else in a subquery
 * @typedef {{ columns: ScopeColumn[], depth: number, isKey?: boolean }} Scope depth: how many subqueries this is in;
 *   isKey: a grouping key, in which a subquery would not be known again by PostgreSQL under grouping sets
 */

const COMPARED = TYPES.filter((type) => type !== 'jsonb')
/** Types without functions of their own here. */
const PLAIN = new Set(['int2', 'float4', 'bpchar'])
const RANGES = /** @type {Record<string, string>} */ ({
  int4range: 'int4',
  numrange: 'numeric',
  daterange: 'date',
  tstzrange: 'timestamptz',
})
const SAFE_PATTERNS = ["'a'", "'^A'", "'[0-9]+'", "'b$'", "'(a|b)+'", "'.'", "'\\s'", "'x*'", "'(.)(.)'"]

export class ExpressionMaker {
  /** @param {Random} random @param {QueryMaker} queries */
  constructor(random, queries) {
    this.random = random
    this.queries = queries
  }

  /** @param {string} type @param {Scope} scope @param {number} size @returns {SqlNode} */
  expr(type, scope, size) {
    const { random } = this
    if (PLAIN.has(type)) return this.leaf(type, scope)
    if (size <= 0 || random.chance(0.25)) return this.leaf(type, scope)
    const less = size - 1
    if (random.chance(0.22)) return this.anyType(type, scope, less)
    const makers = MAKERS[type]
    return random.pick(makers)(this, (wanted, smaller = less) => this.expr(wanted, scope, smaller), scope, less)
  }

  /** @param {string} type @param {Scope} scope @returns {SqlNode} */
  leaf(type, scope) {
    const { random } = this
    const columns = scope.columns.filter((column) => column.type === type)
    if (columns.length > 0 && random.chance(0.8)) return typed(type)`${this.random.pick(columns).text}`
    if (type === 'int4' || type === 'text' || type === 'float8') {
      const narrow = { int4: 'int2', text: 'bpchar', float8: 'float4' }[type]
      const related = scope.columns.filter((column) => column.type === narrow)
      if (related.length > 0 && random.chance(0.3)) return typed(type)`${random.pick(related).text}::${type}`
    }
    return random.chance(0.06) ? typed(type)`NULL::${type}` : typed(type)`${literal(random, type)}`
  }

  /** What exists for every type. @param {string} type @param {Scope} scope @param {number} size @returns {SqlNode} */
  anyType(type, scope, size) {
    const { random } = this
    const part = () => this.expr(type, scope, size)
    const as = typed(type)
    switch (random.below(10)) {
      case 0: case 1: return as`CASE WHEN ${this.expr('bool', scope, size)} THEN ${part()} ELSE ${part()} END`
      case 2: {
        const other = this.someType()
        return as`CASE ${this.expr(other, scope, size)} WHEN ${this.expr(other, scope, size)} THEN ${part()} WHEN ${this.expr(other, scope, 0)} THEN ${part()} END`
      }
      case 3: return as`COALESCE(${list([part(), part(), part()])})`
      case 4: return as`NULLIF(${part()}, ${part()})`
      case 5: return as`${random.pick(['GREATEST', 'LEAST'])}(${list([part(), part()])})`
      case 6: case 7: {
        if (scope.depth >= 2) return part()
        return this.queries.scalar(type, scope, size)
      }
      case 8:
        return type === 'jsonb' || type.endsWith('[]') || type === 'bytea' ? part() : as`(${part()})::text::${type}`
      default:
        return type.endsWith('[]') ? part() : as`(ARRAY[${part()}, ${part()}])[${random.between(0, 3)}]`
    }
  }

  /** A whole row of FROM, as text. @param {Scope} scope @returns {SqlNode | null} */
  rowText(scope) {
    const row = this.row(scope)
    return row === null ? null : text`${this.random.pick([`${row}::text`, `row_to_json(${row})::text`, ...(scope.isKey ? [] : [`(SELECT count(*) FROM (SELECT ${row}.*) AS whole)::text`])])}`
  }

  /** @param {Scope} scope @returns {SqlNode | null} */
  rowJson(scope) {
    const row = this.row(scope)
    return row === null ? null : typed('jsonb')`to_jsonb(${row})`
  }

  /** @param {Scope} scope @returns {SqlNode | null} */
  rowTest(scope) {
    const row = this.row(scope)
    return row === null ? null : bool`${this.random.pick([`(${row} IS NULL)`, `(${row} IS NOT NULL)`, `(${row} = ${row})`, `(${row} IS DISTINCT FROM ${row})`, `(NOT ${row} IS NULL)`])}`
  }

  /** The name of a table, subquery or function in FROM. @param {Scope} scope @returns {string | null} */
  row(scope) {
    const names = scope.columns.flatMap((column) => {
      const found = typeof column.text !== 'string' ? null : /^(a\d+)\.\w+$/.exec(column.text)
      return found === null ? [] : [found[1]]
    })
    return names.length === 0 ? null : this.random.pick(names)
  }

  /** A type that has an equality, one of the frequent ones more often. */
  someType() {
    const { random } = this
    return random.chance(0.6) ? random.pick(['int4', 'text', 'numeric', 'bool', 'date']) : random.pick(TYPES)
  }

  /** A type the scope has columns of, most of the time. @param {Scope} scope */
  typeAtHand(scope) {
    return scope.columns.length > 0 && this.random.chance(0.7) ? this.random.pick(scope.columns).type : this.someType()
  }

  /** A condition. @param {Scope} scope @param {number} size */
  condition(scope, size) { return this.expr('bool', scope, size) }
}

/**
 * @typedef {(wanted: string, size?: number) => SqlNode} Part
 * @typedef {(maker: ExpressionMaker, part: Part, scope: Scope, size: number) => SqlNode} Maker
 */
const bool = typed('bool')
const int4 = typed('int4')
const text = typed('text')
const numeric = typed('numeric')
const float8 = typed('float8')

/** @param {ExpressionMaker} maker @param {Scope} scope @param {number} size @returns {SqlNode} */
function comparison(maker, scope, size) {
  const { random } = maker
  const type = random.chance(0.7) ? maker.typeAtHand(scope) : random.pick(COMPARED)
  const a = maker.expr(type, scope, size)
  const b = maker.expr(type, scope, size)
  switch (random.below(8)) {
    case 0: return bool`(${a} IS ${random.pick(['', 'NOT '])}DISTINCT FROM ${b})`
    case 1: return bool`(${a} ${random.pick(['', 'NOT '])}BETWEEN ${random.pick(['', 'SYMMETRIC '])}${b} AND ${maker.expr(type, scope, 0)})`
    case 2: return bool`(${a} ${random.pick(['', 'NOT '])}IN (${list(random.times(random.between(1, 4), () => maker.expr(type, scope, 0)))}))`
    case 3: {
      const other = maker.typeAtHand(scope)
      return bool`(ROW(${a}, ${maker.expr(other, scope, 0)}) ${random.pick(['=', '<', '>=', '<>'])} ROW(${b}, ${maker.expr(other, scope, 0)}))`
    }
    default: return bool`(${a} ${random.pick(['=', '=', '=', '<>', '<', '<=', '>', '>='])} ${b})`
  }
}

/**
 * What ANY or ALL asks. PostgreSQL 15 takes `x = ANY ('{}')` for null where x is, also where IS FALSE or COALESCE asks,
 * and makes an inner join of an outer one for it: such questions are not put.
 * @param {any} node an array @returns {any}
 */
const filled = (node) => String(node).startsWith("'{}'") ? sql`array_append(${node}, NULL)` : node

/** @type {Maker} */
const booleanTest = (maker, part) => {
  const tested = part('bool')
  return typed('bool')`(${tested} IS ${maker.random.pick(['TRUE', 'NOT TRUE', 'UNKNOWN', ...(/ANY|ALL/.test(String(tested)) ? [] : ['FALSE', 'NOT UNKNOWN'])])})`
}

/** Numbers of different types meet. @type {Maker} */
const mixedComparison = (maker, part) => {
  const [a, b] = maker.random.some(['int4', 'int8', 'numeric', 'float8', 'int2'], 2)
  return bool`(${part(a)} ${maker.random.pick(['=', '<', '>=', '<>'])} ${part(b)})`
}

/** @type {Record<string, Maker[]>} */
const MAKERS = {
  bool: [
    // The part may be a column of a domain: rows of a domain and of its base raise when they are compared, and when
    // that is SQL leaves open.
    (maker, part) =>
      bool`(${part('pair')} ${maker.random.pick(['=', '<', '>=', '<>', 'IS DISTINCT FROM'])} ${maker.random.pick([part('pair'), sql`ROW(${part('int4', 0)}::int4, ${part('text', 0)}::text)`, sql`ROW(${part('int4', 0)}, ${part('text', 0)})::pair`])})`,
    (maker, part) => bool`(${part('pair')} IS ${maker.random.pick(['', 'NOT '])}NULL)`,
    (maker, part) => bool`(${part('pair')} = ${maker.random.pick(['ANY', 'ALL'])} (${filled(part('pair[]'))}))`,
    (maker, part) =>
      bool`(${part('name')} ${maker.random.pick([sql`= ${part('text', 0)}`, sql`< ${part('text', 0)}`, "LIKE 'a%'", "~ '[0-9]+'", "~* 'A'"])})`,
    (maker, part) => bool`(${part('pair[]')} ${maker.random.pick(['@>', '&&', '=', '<', '<@'])} ${part('pair[]')})`,
    (maker, part, scope, size) => comparison(maker, scope, size),
    (maker, part, scope, size) => comparison(maker, scope, size),
    (maker, part, scope, size) => comparison(maker, scope, size),
    mixedComparison,
    (maker, part) => bool`(${part('bool')} AND ${part('bool')})`,
    (maker, part) => bool`(${part('bool')} OR ${part('bool')})`,
    (maker, part) => bool`(NOT ${part('bool')})`,
    (maker, part, scope) => bool`(${part(maker.typeAtHand(scope))} IS ${maker.random.pick(['', 'NOT '])}NULL)`,
    booleanTest,
    (maker, part) =>
      bool`(${part('text')} ${maker.random.pick(['LIKE', 'NOT LIKE', 'ILIKE'])} ${maker.random.pick(["'a%'", "'%b%'", "'_'", "'A_c'", "'%'", "''"])})`,
    (maker, part) =>
      bool`(${part('text')} ${maker.random.pick(['~', '~*', '!~'])} ${maker.random.pick(SAFE_PATTERNS)})`,
    (maker, part) => bool`(${part('text')} SIMILAR TO ${maker.random.pick(["'(a|b)%'", "'_'", "'[a-z]+'"])})`,
    (maker, part) => bool`starts_with(${part('text')}, ${part('text', 0)})`,
    (maker, part) => bool`(${part('int4')} = ${maker.random.pick(['ANY', 'ALL'])}(${filled(part('int4[]'))}))`,
    (maker, part) => bool`(${part('text')} = ANY(${filled(part('text[]'))}))`,
    (maker, part) => bool`(${part('int4[]')} ${maker.random.pick(['@>', '<@', '&&', '=', '<'])} ${part('int4[]')})`,
    (maker, part) => bool`(${part('jsonb')} ${maker.random.pick(['@>', '<@', '=', '<'])} ${part('jsonb')})`,
    (maker, part) => bool`(${part('jsonb')} ? ${maker.random.pick(["'a'", "'b'", "'s'"])})`,
    (maker, part) =>
      bool`(${part('int4range')} ${maker.random.pick(['&&', '@>', '<@', '<<', '-|-', '='])} ${part('int4range')})`,
    (maker, part) => bool`(${part('int4range')} @> ${part('int4')})`,
    (maker, part) => {
      const type = maker.random.pick(Object.keys(RANGES))
      return bool`(${part(type)} ${maker.random.pick(['&&', '@>', '<@', '<<', '>>', '&<', '&>', '-|-', '=', '<'])} ${part(type)})`
    },
    (maker, part) => {
      const type = maker.random.pick(Object.keys(RANGES))
      return bool`(${part(RANGES[type])} <@ ${part(type)})`
    },
    (maker, part) =>
      bool`${maker.random.pick(['isempty', 'lower_inc', 'upper_inc', 'lower_inf', 'upper_inf'])}(${part(maker.random.pick([...Object.keys(RANGES), 'int4multirange']))})`,
    (maker, part) =>
      bool`(${part('int4multirange')} ${maker.random.pick(['&&', '@>', '<@', '<<', '>>', '&<', '-|-'])} ${part(maker.random.pick(['int4multirange', 'int4range']))})`,
    (maker, part) => bool`(${part('inet')} ${maker.random.pick(['<<', '<<=', '>>', '&&', '>>='])} ${part('inet')})`,
    (maker, part, scope) => maker.rowTest(scope) ?? bool`(${part('mood')} < ${part('mood')})`,
    (maker, part) => bool`(${part('date[]')} ${maker.random.pick(['@>', '&&', '=', '<'])} ${part('date[]')})`,
    (maker, part) =>
      bool`(${part('numeric')} ${maker.random.pick(['= ANY', '<> ALL', '< ALL', '>= ANY'])} (${filled(part('numeric[]'))}))`,
    (maker, part) =>
      bool`(${part('jsonb')} @? ${maker.random.pick(["'$.a'", "'$[*] ? (@ > 1)'", "'$.a.k[*] ? (@ == 2)'"])})`,
    (maker, part) => bool`(${part('jsonb')} ${maker.random.pick(['?|', '?&'])} ${part('text[]')})`,
    (maker, part) => bool`isfinite(${part(maker.random.pick(['date', 'timestamp', 'interval']))})`,
    (maker, part) =>
      bool`(${part('timestamp')} ${maker.random.pick(['<', '>=', '='])} ${part(maker.random.pick(['date', 'timestamptz']))})`,
    (maker, part) => bool`(${part('text')} ${maker.random.pick(['= ', '<', '>='])} ${part('bpchar')})`,
    (maker, part) => bool`((${part('date')}, ${part('date', 0)}) OVERLAPS (${part('date', 0)}, ${part('date', 0)}))`,
    (maker, part, scope, size) =>
      scope.depth >= 2 ? comparison(maker, scope, size) : maker.queries.membership(scope, size),
    (maker, part, scope, size) =>
      scope.depth >= 2 ? comparison(maker, scope, size) : maker.queries.membership(scope, size),
  ],
  int4: [
    (maker, part) => int4`(${part('pair')}).a`,
    (maker, part) => int4`(${part('pair[]')})[1].a`,
    (maker, part) => int4`(${part('int4')} ${maker.random.pick(['+', '-'])} ${part('int4')})`,
    (maker, part) => int4`((${part('int4')} % 1009) * (${part('int4')} % 1009))`,
    (maker, part) => int4`(${part('int4')} ${maker.random.pick(['/', '%'])} NULLIF(${part('int4')}, 0))`,
    (maker, part) => int4`(${part('int4')} ${maker.random.pick(['&', '|', '#'])} ${part('int4')})`,
    (maker, part) => int4`(- ${part('int4')})`,
    (maker, part) => int4`${maker.random.pick(['abs', 'sign'])}(${part('int4')})::int4`,
    (maker, part) =>
      int4`${maker.random.pick(['length', 'char_length', 'octet_length', 'bit_length', 'ascii'])}(${part('text')})`,
    (maker, part) => int4`strpos(${part('text')}, ${part('text')})`,
    (maker, part) => int4`position(${part('text')} in ${part('text')})`,
    (maker, part) =>
      int4`extract(${maker.random.pick(['year', 'month', 'day', 'dow', 'doy', 'week', 'isoyear', 'quarter', 'decade', 'century'])} from ${part('date')})::int4`,
    (maker, part) => int4`extract(${maker.random.pick(['hour', 'minute', 'isodow'])} from ${part('timestamp')})::int4`,
    (maker, part) => int4`(${part('date')} - ${part('date')})`,
    (maker, part) => int4`cardinality(${part('int4[]')})`,
    (maker, part) => int4`array_length(${part('text[]')}, 1)`,
    (maker, part) => int4`array_position(${part('int4[]')}, ${part('int4')})`,
    (maker, part) => int4`(${part('int4[]')})[${maker.random.between(0, 3)}]`,
    (maker, part) => int4`(${part('bool')})::int4`,
    (maker, part) => int4`length(round(${part('numeric')}, 1)::text)`,
    (maker, part) => int4`gcd(${part('int4')}, ${part('int4')})`,
    (maker, part) => int4`width_bucket(${part('int4')}::float8, -10, 30, 7)`,
    (maker, part) => int4`${maker.random.pick(['lower', 'upper'])}(${part('int4range')})`,
    (maker, part) => int4`length(${part('jsonb')}::text)`,
    (maker, part) => int4`(${part('int4')} ${maker.random.pick(['<<', '>>'])} ${maker.random.between(0, 3)})`,
    (maker, part) => int4`num_nulls(${part(maker.someType())}, ${part(maker.someType())})`,
    (maker, part) =>
      int4`${maker.random.pick(['length', 'bit_length', 'octet_length', 'bit_count'])}(${part('varbit')})::int4`,
    (maker, part) => int4`${maker.random.pick(['masklen', 'family'])}(${part('inet')})`,
    (maker, part) => int4`array_ndims(${part('numeric[]')})`,
    (maker, part) =>
      int4`array_${maker.random.pick(['lower', 'upper', 'length'])}(${part('numeric[]')}, ${maker.random.between(0, 2)})`,
    (maker, part) =>
      int4`date_part(${maker.random.pick(["'year'", "'month'", "'day'", "'hour'"])}, ${part(maker.random.pick(['timestamp', 'interval', 'timestamptz']))})::int4`,
    (maker, part) => int4`get_byte(${part('bytea')} || '\\x00'::bytea, 0)`,
    (maker, part) => int4`regexp_count(${part('text')}, ${maker.random.pick(SAFE_PATTERNS)})`,
    (maker, part) =>
      int4`regexp_instr(${part('text')}, ${maker.random.pick(SAFE_PATTERNS)}, 1, ${maker.random.between(1, 2)})`,
    (maker, part) =>
      int4`jsonb_array_length(CASE WHEN jsonb_typeof(${part('jsonb')}) = 'x' THEN '[1]'::jsonb ELSE jsonb_build_array(${part('jsonb')}) END)`,
    (maker, part) => int4`(${part('jsonb')}::text = '3')::int4`,
    (maker, part) => int4`array_position(${part('text[]')}, ${part('text')}::text)`,
    (maker, part) => int4`COALESCE(NULLIF(round(${part('numeric')} % 1000), 'NaN')::int4, ${part('int4')})`,
    (maker, part) =>
      int4`CASE WHEN jsonb_typeof(${part('jsonb')}) = 'array' THEN 1 WHEN ${part('bool')} THEN 2 ELSE ${part('int4')} END`,
  ],
  int8: [
    (maker, part) => typed('int8')`(${part('int4')}::int8 ${maker.random.pick(['+', '-', '*'])} ${part('int4')})`,
    (maker, part) => typed('int8')`(${part('int8', 0)} / NULLIF(${part('int4')}, 0))`,
    (maker, part) => typed('int8')`(${part('int8', 0)} % NULLIF(${part('int4')}, 0))`,
    (maker, part) => typed('int8')`${part('int4')}::int8`,
    (maker, part) => typed('int8')`abs(${part('int8')})`,
    (maker, part) => typed('int8')`(${part('int8', 0)} >> 3)`,
  ],
  numeric: [
    (maker, part) => numeric`${part('money')}::numeric`,
    (maker, part) => numeric`(${part('numeric')} ${maker.random.pick(['+', '-', '*'])} ${part('numeric')})`,
    (maker, part) => numeric`(${part('numeric')} / NULLIF(${part('numeric', 0)}, 0))`,
    (maker, part) => numeric`(${part('numeric')} % NULLIF(${part('int4', 0)}, 0))`,
    (maker, part) => numeric`(${part('int4')} + ${part('numeric')})`,
    (maker, part) =>
      numeric`${maker.random.pick(['round', 'trunc'])}(${part('numeric')}, ${maker.random.between(-2, 4)})`,
    (maker, part) =>
      numeric`${maker.random.pick(['abs', 'ceil', 'floor', 'sign', 'round', 'trunc', '-'])}(${part('numeric')})`,
    (maker, part) => numeric`sqrt(abs(${part('numeric')}))`,
    (maker, part) => numeric`ln(abs(${part('numeric')}) + 1)`,
    (maker, part) => numeric`exp((${part('int4')} % 10)::numeric / 2)`,
    (maker, part) => numeric`power(abs(${part('numeric', 0)}) + 1, ${maker.random.pick(['2', '0.5', '-1', '1.5'])})`,
    (maker, part) => numeric`${part('int4')}::numeric`,
    (maker, part) => numeric`(${part('int4')} / 7.0)::numeric(16,3)`,
    (maker, part) => numeric`extract(epoch from ${part('timestamp')})`,
    (maker, part) => numeric`extract(second from ${part('time')})`,
    (maker, part) => numeric`extract(epoch from ${part('interval')})`,
    (maker, part) => numeric`mod(${part('numeric')}, NULLIF(${part('numeric', 0)}, 0))`,
    (maker, part) => numeric`div(${part('numeric')}, NULLIF(${part('int4', 0)}, 0))`,
    (maker, part) => numeric`trim_scale(${part('numeric')})`,
    (maker, part) => numeric`(${part('numeric[]')})[${maker.random.between(0, 3)}]`,
    (maker, part) => numeric`${maker.random.pick(['lower', 'upper'])}(${part('numrange')})`,
    (maker, part) => numeric`(${part('int8', 0)} * ${part('numeric', 0)})`,
    (maker, part) =>
      numeric`${maker.random.pick(['log', 'exp', 'sqrt'])}(LEAST(GREATEST(abs(${part('int4')}), 1), 20)::numeric)`,
    (maker, part) => numeric`(${part('numeric')} ^ ${maker.random.pick(['2', '3'])})`,
    (maker, part) => numeric`factorial(abs(${part('int4')} % 20))`,
    (maker, part) => numeric`to_number(to_char(${part('int4')}, 'S99999'), 'S99999')`,
    (maker, part) => numeric`(${part('float8')})::text::numeric`,
    (maker, part) => numeric`extract(${maker.random.pick(['year', 'epoch', 'second', 'milliseconds', 'day', 'julian'])} from ${part('timestamptz')})`,
    (maker, part) => numeric`extract(${maker.random.pick(['year', 'epoch', 'second', 'month', 'day', 'hour'])} from ${part('interval')})`,
    (maker, part) => numeric`scale(${part('numeric')})`,
  ],
  float8: [
    (maker, part) => float8`(${part('money')} / NULLIF(${part('money', 0)}, '0'))`,
    (maker, part) => float8`(${part('float8')} ${maker.random.pick(['+', '-'])} ${part('float8')})`,
    (maker, part) => float8`(${part('int4')} * ${part('float8', 0)})`,
    (maker, part) => float8`(${part('float8')} / NULLIF(${part('int4')}, 0))`,
    (maker, part) =>
      float8`${maker.random.pick(['abs', 'floor', 'ceil', 'trunc', 'sign', 'round'])}(${part('float8')})`,
    (maker, part) => float8`sqrt(abs(${part('int4')}))`,
    (maker, part) => float8`${part('int4')}::float8`,
    (maker, part) => float8`${maker.random.pick(['sin', 'cos', 'atan', 'tanh', 'degrees', 'radians', 'cbrt'])}(${part('int4')}::float8)`,
    (maker, part) => float8`atan2(${part('int4')}, ${part('int4')})`,
    (maker, part) => float8`${part('numeric')}::float8`,
    (maker, part) => float8`(${part('float4')} + ${part('float8')})`,
    (maker, part) => float8`(${part('float4')} * ${part('float4')})::float8`,
    (maker, part) => float8`ln(abs(${part('int4')}) + 1.0::float8)`,
    (maker, part) => float8`power(2.0::float8, ${part('int4')} % 10)`,
  ],
  text: [
    (maker, part) => text`(${part('pair')}).b`,
    (maker, part) => text`${part('name')}::text`,
    (maker, part) => text`array_to_string(${part('pair[]')}, '/', '-')`,
    (maker, part) => text`(${part('text')} || ${part('text')})`,
    (maker, part, scope) =>
      text`(${part('text')} || ${part(maker.random.pick(['int4', 'numeric', 'bool', 'date', 'int8']))})`,
    (maker, part) =>
      text`${maker.random.pick(['upper', 'lower', 'initcap', 'reverse', 'md5', 'quote_literal', 'quote_ident', 'trim', 'ltrim', 'btrim'])}(${part('text')})`,
    (maker, part) => text`substr(${part('text')}, ${maker.random.between(-1, 4)}, ${maker.random.between(0, 4)})`,
    (maker, part) => text`substring(${part('text')} from ${maker.random.pick(SAFE_PATTERNS)})`,
    (maker, part) => text`substring(${part('text')} from ${maker.random.between(1, 3)} for 2)`,
    (maker, part) => text`${maker.random.pick(['left', 'right'])}(${part('text')}, ${part('int4')} % 9)`,
    (maker, part) => text`repeat(${part('text', 0)}, abs(${part('int4')} % 4))`,
    (maker, part) => text`replace(${part('text')}, ${part('text', 0)}, ${part('text', 0)})`,
    (maker, part) => text`translate(${part('text')}, 'abc', 'xy')`,
    (maker, part) =>
      text`${maker.random.pick(['lpad', 'rpad'])}(${part('text')}, ${maker.random.between(0, 8)}, ${maker.random.pick(["'*'", "'ab'", "' '"])})`,
    (maker, part, scope) =>
      text`concat(${part('text')}, ${part(maker.random.pick(['int4', 'bool', 'date', 'int4[]', 'jsonb']))})`,
    (maker, part) => text`concat_ws('-', ${part('text')}, ${part('int4')}, ${part('text')})`,
    (maker, part) =>
      text`split_part(${part('text')}, ${maker.random.pick(["','", "'.'", "'a'"])}, ${maker.random.pick(['1', '2', '-1'])})`,
    (maker, part) =>
      text`format(${maker.random.pick(["'%s|%s'", "'%L %I'", "'%2$s-%1$s'", "'%-5s|%5s'"])}, ${part('text')}, COALESCE(${part('text', 0)}, 'n'))`,
    (maker, part) =>
      text`to_char(${part('int4')}, ${maker.random.pick(["'999'", "'S0999'", "'FM9990'", "'RN'", "'9,999'"])})`,
    (maker, part) =>
      text`to_char(${part('numeric', 0)}, ${maker.random.pick(["'9990.99'", "'FM999999.000'", "'S9.99'", "'9.99EEEE'"])})`,
    (maker, part) =>
      text`to_char(${part('timestamp')}, ${maker.random.pick(["'YYYY-MM-DD HH24:MI:SS'", "'Dy DD Mon YYYY'", "'FMDay, FMMonth DDth'", "'IYYY-IW ID'", "'HH12:MI AM US'", "'J Q'"])})`,
    (maker, part, scope) =>
      text`${part(maker.random.pick(['int4', 'numeric', 'date', 'bool', 'interval', 'timestamp', 'int4[]', 'text[]', 'uuid', 'int4range']))}::text`,
    (maker, part) => text`(${part('jsonb')} ->> ${maker.random.pick(["'a'", "'b'", '0', '-1'])})`,
    (maker, part) => text`(${part('jsonb')} #>> ${maker.random.pick(["'{a,k}'", "'{2,c}'", "'{0}'"])})`,
    (maker, part) => text`array_to_string(${part('text[]')}, ',', '*')`,
    (maker, part) =>
      text`regexp_replace(${part('text')}, ${maker.random.pick(SAFE_PATTERNS)}, ${maker.random.pick(["'#'", "'\\&\\&'", "''"])}${maker.random.pick(['', ", 'g'", ", 'i'"])})`,
    (maker, part) =>
      text`overlay(${part('text')} placing 'XY' from ${maker.random.between(1, 3)} for ${maker.random.between(0, 2)})`,
    (maker, part) => text`encode(${part('bytea')}, ${maker.random.pick(["'hex'", "'base64'", "'escape'"])})`,
    (maker, part) => text`jsonb_typeof(${part('jsonb')})`,
    (maker, part) => text`(${part('text[]')})[${maker.random.between(1, 2)}]`,
    (maker, part) => text`${part('text')}::varchar(3)`,
    (maker, part) => text`${part(maker.random.pick(TYPES))}::text`,
    (maker, part, scope) => maker.rowText(scope) ?? text`${part('timetz')}::text`,
    (maker, part) => text`pg_typeof(${part(maker.random.pick(TYPES))})::text`,
    (maker, part) => text`${maker.random.pick(['host', 'text', 'abbrev'])}(${part('inet')})`,
    (maker, part) =>
      text`to_char(${part('interval')}, ${maker.random.pick(["'HH24:MI:SS'", "'DD HH12 MI'", "'YYYY-MM'"])})`,
    (maker, part) =>
      text`to_char(${part('timestamptz')}, ${maker.random.pick(["'YYYY-MM-DD HH24:MI:SS TZ'", "'Month DD, TZH:TZM'", "'SSSS WW CC'"])})`,
    (maker, part) => text`regexp_substr(${part('text')}, ${maker.random.pick(SAFE_PATTERNS)})`,
    (maker, part) =>
      text`array_to_string(${part(maker.random.pick(['int4[]', 'date[]', 'numeric[]']))}, ${maker.random.pick(["','", "' '", "''"])})`,
    (maker, part) =>
      text`substring(${part('text')} similar ${maker.random.pick([`'%#"a#"%'`, `'#"_#"%'`])} escape '#')`,
    (maker, part) => text`jsonb_pretty(${part('jsonb')})`,
    (maker, part) => text`to_json(${part(maker.someType())})::text`,
    (maker, part) => text`json_build_object(COALESCE(${part('int4')}, 0), ${part(maker.someType())})::text`,
    (maker, part) => text`concat_ws(${part('text', 0)}, ${part(maker.someType())}, ${part(maker.someType())})`,
    (maker, part) => text`quote_nullable(${part(maker.someType())})`,
    (maker, part) => text`unistr(replace(${part('text')}, '\\', '/'))`,
    (maker, part) => text`normalize(${part('text')}, ${maker.random.pick(['NFC', 'NFD', 'NFKC'])})`,
    (maker, part) => text`string_to_array(${part('text')}, ',')::text`,
    (maker, part) => text`(${part('text')} COLLATE "C")`,
    (maker, part) => text`chr(65 + abs(${part('int4')} % 50))`,
  ],
  date: [
    (maker, part) => typed('date')`(${part('date')} ${maker.random.pick(['+', '-'])} ${part('int4')} % 1000)`,
    (maker, part) => typed('date')`${part('timestamp')}::date`,
    (maker, part) =>
      typed(
        'date',
      )`make_date(2000 + abs(${part('int4')} % 50), 1 + abs(${part('int4', 0)} % 12), 1 + abs(${part('int4', 0)} % 28))`,
    (maker, part) =>
      typed(
        'date',
      )`date_trunc(${maker.random.pick(["'year'", "'month'", "'week'", "'quarter'"])}, ${part('date')})::date`,
    (maker, part) => typed('date')`to_date(to_char(${part('date')}, 'YYYYMMDD'), 'YYYYMMDD')`,
  ],
  timestamp: [
    (maker, part) => typed('timestamp')`(${part('timestamp')} ${maker.random.pick(['+', '-'])} ${part('interval')})`,
    (maker, part) => typed('timestamp')`(${part('date')} + ${part('time')})`,
    (maker, part) => typed('timestamp')`${part('date')}::timestamp`,
    (maker, part) => typed('timestamp')`date_trunc(${maker.random.pick(["'hour'", "'day'", "'week'", "'month'", "'minute'", "'second'"])}, ${part('timestamp')})`,
    (maker, part) => typed('timestamp')`(${part('timestamptz')} AT TIME ZONE ${zone(maker.random)})`,
    (maker, part) => typed('timestamp')`date_bin('15 minutes', ${part('timestamp')}, TIMESTAMP '2001-01-01')`,
  ],
  timestamptz: [
    (maker, part) => typed('timestamptz')`(${part('timestamp')} AT TIME ZONE ${zone(maker.random)})`,
    (maker, part) => typed('timestamptz')`(${part('timestamptz')} + ${part('interval')})`,
    (maker, part) => typed('timestamptz')`date_trunc('day', ${part('timestamptz')}, ${zone(maker.random)})`,
    (maker, part) => typed('timestamptz')`${part('timestamp')}::timestamptz`,
    (maker, part) => typed('timestamptz')`to_timestamp(${part('int4')} * 3600.5)`,
  ],
  time: [
    (maker, part) => typed('time')`${part('timestamp')}::time`,
    (maker, part) => typed('time')`(${part('time')} + ${part('interval')})`,
    (maker, part) => typed('time')`make_time(abs(${part('int4')} % 24), 30, 15.25)`,
  ],
  interval: [
    (maker, part) => typed('interval')`(${part('timestamp')} - ${part('timestamp')})`,
    (maker, part) => typed('interval')`(${part('interval')} ${maker.random.pick(['+', '-'])} ${part('interval')})`,
    (maker, part) => typed('interval')`(${part('interval')} * (${part('int4')} % 20))`,
    (maker, part) => typed('interval')`(${part('interval')} / ${maker.random.pick(['2', '3', '1.5'])})`,
    (maker, part) => typed('interval')`make_interval(days => ${part('int4')}, hours => ${part('int4', 0)})`,
    (maker, part) =>
      typed(
        'interval'
      )`${maker.random.pick(['justify_days', 'justify_hours', 'justify_interval'])}(${part('interval')})`,
    (maker, part) => typed('interval')`age(${part('timestamp')}, ${part('timestamp')})`,
    (maker, part) => typed('interval')`(- ${part('interval')})`,
    (maker, part) => typed('interval')`(${part('time')} - ${part('time')})`,
    (maker, part) => typed('interval')`date_trunc('hour', ${part('interval')})`,
    (maker, part) => typed('interval')`(${part('time')})::interval`,
    (maker, part) => typed('interval')`(${part('interval')} * ${maker.random.pick(['0.5', '1.25', '-2.1'])}::float8)`,
    (maker, part) => typed('interval')`age(${part('date')}, ${part('date')})`,
  ],
  mood: [
    (maker, part) => typed('mood')`enum_first(${part('mood')})`,
    (maker, part) => typed('mood')`(enum_range(${part('mood')}, ${part('mood')}))[1]`,
    (maker, part) => typed('mood')`(ARRAY['sad', 'ok', 'happy']::mood[])[1 + abs(${part('int4')} % 4)]`,
    (maker, part) => typed('mood')`CASE WHEN ${part('bool')} THEN 'ok' ELSE ${part('mood')} END`,
  ],
  timetz: [
    (maker, part) => typed('timetz')`${part('timestamptz')}::timetz`,
    (maker, part) => typed('timetz')`(${part('timetz')} + ${part('interval')})`,
    (maker, part) => typed('timetz')`${part('time')}::timetz`,
    (maker, part) =>
      typed('timetz')`(${part('timetz')} AT TIME ZONE ${maker.random.pick(["'UTC'", "INTERVAL '2 hours'"])})`,
  ],
  varbit: [
    (maker, part) => typed('varbit')`(${part('varbit')} || ${part('varbit')})`,
    (maker, part) => typed('varbit')`(~ ${part('varbit')})`,
    (maker, part) => typed('varbit')`substring(${part('varbit')} from ${maker.random.between(1, 3)} for 2)`,
    (maker, part) => typed('varbit')`(${part('varbit')} ${maker.random.pick(['<<', '>>'])} 1)`,
    (maker, part) => typed('varbit')`(${part('int4')}::bit(8) & B'10101010')::varbit`,
  ],
  inet: [
    (maker, part) =>
      typed('inet')`${maker.random.pick(['network', 'broadcast', 'netmask', 'hostmask'])}(${part('inet')})::inet`,
    (maker, part) => typed('inet')`set_masklen(${part('inet')}, ${maker.random.between(0, 30)})`,
    (maker, part) => typed('inet')`(~ ${part('inet')})`,
  ],
  numrange: [
    (maker, part) => typed('numrange')`numrange(LEAST(${part('numeric')}, 5), GREATEST(${part('numeric')}, 5)${maker.random.pick(['', ", '[]'", ", '()'"])})`,
    (maker, part) => typed('numrange')`(${part('numrange')} * ${part('numrange')})`,
  ],
  daterange: [
    (maker, part) => typed('daterange')`daterange(LEAST(${part('date')}, DATE '2010-01-01'), GREATEST(${part('date')}, DATE '2010-01-01')${maker.random.pick(['', ", '[]'", ", '(]'"])})`,
    (maker, part) => typed('daterange')`range_merge(${part('daterange')}, ${part('daterange')})`,
  ],
  int4multirange: [
    (maker, part) =>
      typed(
        'int4multirange'
      )`int4multirange(COALESCE(${part('int4range')}, 'empty'), COALESCE(${part('int4range')}, '[1,2]'))`,
    (maker, part) =>
      typed(
        'int4multirange'
      )`(${part('int4multirange')} ${maker.random.pick(['+', '-', '*'])} ${part('int4multirange')})`,
    (maker, part) => typed('int4multirange')`${part('int4range')}::int4multirange`,
  ],
  'date[]': [
    (maker, part) => typed('date[]')`ARRAY[${list([part('date'), part('date')])}]`,
    (maker, part) => typed('date[]')`array_append(${part('date[]')}, ${part('date')})`,
    (maker, part) => typed('date[]')`array_cat(${part('date[]')}, ${part('date[]')})`,
  ],
  'numeric[]': [
    (maker, part) => typed('numeric[]')`ARRAY[${list([part('numeric'), part('int4')])}]::numeric[]`,
    (maker, part) => typed('numeric[]')`array_prepend(${part('numeric')}, ARRAY[${part('numeric')}])`,
    (maker, part) => typed('numeric[]')`${part('int4[]')}::numeric[]`,
    (maker, part) => typed('numeric[]')`array_fill(${part('numeric')}, ARRAY[${maker.random.between(0, 3)}])`,
  ],
  pair: [
    (maker, part) => typed('pair')`ROW(${part('int4')}, ${part('text')})::pair`,
    (maker, part) => typed('pair')`jsonb_populate_record(${maker.random.pick([sql`NULL::pair`, part('pair')])}, jsonb_build_object('a', ${part('int4')}))`,
    (maker, part) => typed('pair')`(${part('pair[]')})[${maker.random.between(0, 2)}]`,
    (maker, part) => typed('pair')`(${part('int4')}, ${part('text')}::text)::pair`,
  ],
  'pair[]': [
    (maker, part) => typed('pair[]')`ARRAY[${list([part('pair'), part('pair')])}]`,
    (maker, part) => typed('pair[]')`(${part('pair[]')} || ${part(maker.random.pick(['pair', 'pair[]']))})`,
    (maker, part) => typed('pair[]')`array_remove(${part('pair[]')}, ${part('pair')})`,
  ],
  money: [
    (maker, part) => typed('money')`(${part('money')} ${maker.random.pick(['+', '-'])} ${part('money')})`,
    (maker, part) => typed('money')`(${part('money')} ${maker.random.pick(['*', '/'])} ${maker.random.pick(['2', '3', '1.5::float8', '-0.25::float8', '7::int8'])})`,
    (maker, part) => typed('money')`${part('int4')}::money`,
    (maker, part) => typed('money')`(${part('int4')} / 7.0)::money`,
  ],
  name: [
    (maker, part) => typed('name')`${part('text')}::name`,
    (maker, part) => typed('name')`(${part('name')} || 'x')::name`,
  ],
  macaddr: [
    (maker, part) => typed('macaddr')`${maker.random.pick(['trunc', '~'])}(${part('macaddr')})`,
    (maker, part) => typed('macaddr')`(${part('macaddr')} ${maker.random.pick(['&', '|'])} ${part('macaddr')})`,
  ],
  tstzrange: [
    (maker, part) => typed('tstzrange')`tstzrange(LEAST(${part('timestamptz')}, '2010-01-01 00:00+00'), GREATEST(${part('timestamptz')}, '2010-01-01 00:00+00')${maker.random.pick(['', ", '[]'", ", '(]'"])})`,
    (maker, part) => typed('tstzrange')`(${part('tstzrange')} * ${part('tstzrange')})`,
  ],
  uuid: [(maker, part) => typed('uuid')`md5(${part('text')})::uuid`],
  bytea: [
    (maker, part) => typed('bytea')`(${part('bytea')} || ${part('bytea')})`,
    (maker, part) => typed('bytea')`decode(md5(${part('text')}), 'hex')`,
    (maker, part) => typed('bytea')`convert_to(${part('text')}, 'UTF8')`,
    (maker, part) => typed('bytea')`substr(${part('bytea')}, 1, 2)`,
    (maker, part) => typed('bytea')`sha256(${part('bytea')})`,
  ],
  'int4[]': [
    (maker, part) => typed('int4[]')`ARRAY[${list([part('int4'), part('int4'), part('int4')])}]`,
    (maker, part) => typed('int4[]')`(${part('int4[]')} || ${part(maker.random.pick(['int4', 'int4[]']))})`,
    (maker, part) =>
      typed('int4[]')`array_${maker.random.pick(['append', 'remove'])}(${part('int4[]')}, ${part('int4')})`,
    (maker, part) => typed('int4[]')`array_replace(${part('int4[]')}, ${part('int4')}, ${part('int4')})`,
    (maker, part) =>
      typed('int4[]')`(${part('int4[]')})[${maker.random.between(0, 2)}:${maker.random.pick(['', '2', '3'])}]`,
    (maker, part) => typed('int4[]')`array_positions(${part('int4[]')}, ${part('int4')})`,
    (maker, part, scope, size) => scope.depth >= 2 ? part('int4[]') : typed('int4[]')`ARRAY(${maker.queries.ordered(['int4'], { columns: scope.columns.filter((column) => column.isLocal !== true), depth: scope.depth + 1 }, size)})`,
  ],
  'text[]': [
    (maker, part) => typed('text[]')`ARRAY[${list([part('text'), part('text')])}]::text[]`,
    (maker, part) =>
      typed('text[]')`string_to_array(${part('text')}, ${maker.random.pick(["','", "'a'", "' '", 'NULL'])})`,
    (maker, part) => typed('text[]')`(${part('text[]')} || ${part('text')}::text)`,
    (maker, part) => typed('text[]')`${part('int4[]')}::text[]`,
    (maker, part) =>
      typed('text[]')`regexp_split_to_array(${part('text')}, ${maker.random.pick(["','", "'\\s+'", "'a'"])})`,
    (maker, part) => typed('text[]')`regexp_match(${part('text')}, ${maker.random.pick(SAFE_PATTERNS)})`,
  ],
  jsonb: [
    (maker, part) => typed('jsonb')`to_jsonb(${part(maker.random.pick(['pair', 'pair[]', 'money', 'tstzrange']))})`,
    (maker, part) => typed('jsonb')`jsonb_build_object('a', ${part(maker.someType())}, 'b', ${part('text')})`,
    (maker, part) => typed('jsonb')`jsonb_build_array(${part('int4')}, ${part(maker.someType())})`,
    (maker, part) =>
      typed(
        'jsonb',
      )`to_jsonb(${part(maker.random.pick(['int4', 'numeric', 'text', 'bool', 'date', 'int4[]', 'timestamp', 'text[]', 'interval']))})`,
    (maker, part) => typed('jsonb')`(${part('jsonb')} -> ${maker.random.pick(["'a'", "'z'", '0', '1', '-1'])})`,
    (maker, part) => typed('jsonb')`(${part('jsonb')} #> ${maker.random.pick(["'{a,k}'", "'{a}'", "'{2,c}'"])})`,
    (maker, part) => typed('jsonb')`(${part('jsonb')} || ${part('jsonb')})`,
    (maker, part) =>
      typed(
        'jsonb',
      )`CASE WHEN jsonb_typeof(${part('jsonb')}) = 'object' THEN '{"n": 1}'::jsonb ELSE ${part('jsonb')} END`,
    (maker, part) => typed('jsonb')`jsonb_strip_nulls(${part('jsonb')})`,
    (maker, part, scope) => maker.rowJson(scope) ?? typed('jsonb')`to_jsonb(${part('numeric[]')})`,
    (maker, part) =>
      typed('jsonb')`jsonb_set(jsonb_build_object('a', ${part('int4')}), '{a}', COALESCE(${part('jsonb')}, '0'))`,
    (maker, part) =>
      typed(
        'jsonb',
      )`jsonb_insert(jsonb_build_array(${part('text')}, 1), '{1}', COALESCE(${part('jsonb')}, '0')${maker.random.pick(['', ', true'])})`,
    (maker, part) =>
      typed(
        'jsonb',
      )`(jsonb_build_object('a', ${part('int4')}, 'b', ${part('text')}) - ${maker.random.pick(["'a'", "'b'::text", "ARRAY['a','z']"])})`,
    (maker, part) =>
      typed('jsonb')`(jsonb_build_array(${part('int4')}, ${part('text')}, 2) - ${maker.random.between(-2, 3)})`,
    (maker, part) =>
      typed('jsonb')`(jsonb_build_object('a', ${part('jsonb')}) #- ${maker.random.pick(["'{a}'", "'{b}'"])})`,
    (maker, part) =>
      typed(
        'jsonb',
      )`jsonb_path_query_array(${part('jsonb')}, ${maker.random.pick(["'$.*'", "'$[*]'", "'$.**{1 to 2}'", "'lax $[1 to last]'"])})`,
    (maker, part) => typed('jsonb')`(${part('jsonb')})['a']`,
    (maker, part) => typed('jsonb')`jsonb_object(ARRAY['k', COALESCE(${part('text')}, 'x')])`,
    (maker, part) =>
      typed(
        'jsonb',
      )`to_jsonb(${part(maker.random.pick(['int4range', 'uuid', 'timestamptz', 'mood', 'inet', 'float8', 'bytea', 'date[]', 'time']))})`,
    (maker, part) =>
      typed(
        'jsonb',
      )`jsonb_path_query_first(${part('jsonb')}, ${maker.random.pick(["'$.a'", "'$[*] ? (@ > 1)'", "'$.**'", "'$.size()'"])})`,
  ],
  int4range: [
    (maker, part) => typed('int4range')`int4range(LEAST(${part('int4')}, 5), GREATEST(${part('int4')}, 5)${maker.random.pick(['', ", '[]'", ", '()'"])})`,
    (maker, part) => typed('int4range')`(${part('int4range')} * ${part('int4range')})`,
    (maker, part) => typed('int4range')`range_merge(${part('int4multirange')})`,
    (maker, part) => typed('int4range')`range_merge(${part('int4range')}, ${part('int4range')})`,
  ],
}
