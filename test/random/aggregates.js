/** Random calls of aggregates and window functions whose results do not depend on an order that nobody fixed. */
import { list, maybe, sql, typed } from './node.js'

/** @import { QueryMaker } from './queries.js' */
/** @import { Scope, ScopeColumn } from './expressions.js' */
/** @import { SqlNode } from './node.js' */

const NUMBERS = ['int4', 'int8', 'numeric', 'float8']

/**
 * @param {QueryMaker} maker
 * @param {string} type wanted
 * @param {Scope} scope
 * @param {number} size
 * @returns {SqlNode}
 */
export function aggregate(maker, type, scope, size) {
  const { random, exprs } = maker
  const inner = { columns: scope.columns.filter((column) => column.isLocal !== true), depth: 9 }
  const part = (/** @type {string} */ wanted) => exprs.expr(wanted, inner, Math.min(size, 1))
  const distinct = random.chance(0.2) ? 'DISTINCT ' : ''
  const filter = random.chance(0.2) ? maybe` FILTER (WHERE ${part('bool')})` : ''
  const as = typed(type)
  // The argument itself is the order: whatever is equal then is the same.
  const sorted = (/** @type {string} */ name, /** @type {string} */ wanted, rest = '') => {
    const argument = sql`(${part(wanted)})::${wanted}`
    return as`${name}(${distinct}${argument}${rest} ORDER BY ${argument}${random.pick(['', ' DESC', ' NULLS FIRST'])})${filter}`
  }
  switch (type) {
    case 'int8': return random.pick([
      () => as`count(*)${filter}`, () => as`count(${distinct}${part(exprs.someType())})${filter}`, () => as`sum(${distinct}${part('int4')})${filter}`,
      () => as`count(${part('int4')})${filter}`, () => as`${random.pick(['rank', 'dense_rank'])}(${random.between(-2, 9)}) WITHIN GROUP (ORDER BY ${part('int4')}${random.pick(['', ' DESC', ' NULLS FIRST'])})${filter}`, () => as`(regr_count(${part('float8')}, ${part('float8')})${filter})`])()
    case 'numeric': return random.pick([
      () => as`sum(${distinct}${part('numeric')})${filter}`, () => as`avg(${distinct}${part('int4')})${filter}`, () => as`avg(${part('numeric')})${filter}`, () => as`sum(${part('int8')})${filter}`,
      () => as`${random.pick(['variance', 'stddev', 'var_pop', 'stddev_pop'])}(${part('int4')})${filter}`])()
    case 'bool': return as`${random.pick(['bool_and', 'bool_or', 'every'])}(${part('bool')})${filter}`
    case 'text': return random.chance(0.6) ? sorted('string_agg', 'text', ", '|'") : as`${random.pick(['min', 'max'])}(${part('text')})${filter}`
    // Not of arrays: gathering those raises for NULL, empty and unequal ones, if it is met at all.
    case 'int4[]': return sorted('array_agg', 'int4')
    case 'text[]': return sorted('array_agg', 'text')
    case 'jsonb': return random.chance(0.7) ? sorted('jsonb_agg', 'int4') : as`jsonb_object_agg(COALESCE(${part('int4')}, 0), 1)${filter}`
    case 'int4multirange': return as`${random.pick(['range_agg', 'range_agg', 'range_intersect_agg'])}(${random.pick([part('int4multirange'), part('int4multirange')])})${filter}`
    case 'int4': return random.pick([() => as`${random.pick(['min', 'max', 'bit_and', 'bit_or', 'bit_xor'])}(${part('int4')})${filter}`,
      () => as`percentile_disc(${random.pick(['0.5', '0.9', '0'])}) WITHIN GROUP (ORDER BY ${part('int4')})${filter}`, () => as`mode() WITHIN GROUP (ORDER BY ${part('int4')})${filter}`])()
    case 'float8': return random.pick([() => as`percentile_cont(${random.pick(['0.5', '0.25'])}) WITHIN GROUP (ORDER BY ${part('int4')})${filter}`, () => as`max(${part('float8')})${filter}`, () => as`${random.pick(['percent_rank', 'cume_dist'])}(${random.between(-2, 9)}) WITHIN GROUP (ORDER BY ${part('int4')})${filter}`,
      () => as`${random.pick(['corr', 'regr_slope', 'covar_pop'])}(${part('int4')}, ${part('int4')})${filter}`])()
    case 'uuid': case 'bytea': case 'int4range': case 'varbit': case 'numrange': case 'daterange': case 'pair': case 'name': case 'macaddr': case 'tstzrange': return as`(array_agg(${part(type)} ORDER BY ${part('int4')}, ${part('text')}))[100000]`
    case 'pair[]': return sorted('array_agg', 'pair')
    case 'int2': case 'float4': case 'bpchar': return as`${random.pick(['min', 'max'])}(${exprs.leaf(type, inner)})${filter}`
    default: return as`${random.pick(['min', 'max'])}(${part(type)})${filter}`
  }
}

/** @param {QueryMaker} maker */
function frame({ random }) {
  const [low, high] = [
    random.pick(['UNBOUNDED PRECEDING', '1 PRECEDING', '2 PRECEDING', 'CURRENT ROW', '1 FOLLOWING']),
    random.pick(['UNBOUNDED FOLLOWING', '2 FOLLOWING', '1 FOLLOWING', 'CURRENT ROW', '1 PRECEDING']),
  ]
  const order = [
    'UNBOUNDED PRECEDING', '2 PRECEDING', '1 PRECEDING', 'CURRENT ROW', '1 FOLLOWING', '2 FOLLOWING',
    'UNBOUNDED FOLLOWING',
  ]
  const kind = random.pick([
    '', '', '', ' EXCLUDE CURRENT ROW', ' EXCLUDE TIES', ' EXCLUDE GROUP', ' EXCLUDE NO OTHERS',
  ])
  // See README: frames with ties, but without the row itself.
  const exclude = kind === ' EXCLUDE TIES' && (low === '1 FOLLOWING' || high === '1 PRECEDING') ? '' : kind
  return order.indexOf(low) <= order.indexOf(high)
    ? `BETWEEN ${low} AND ${high}${exclude}`
    : `BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW${exclude}`
}

/**
 * @param {QueryMaker} maker
 * @param {string} wanted
 * @param {Scope} scope
 * @param {ScopeColumn[]} columns of FROM
 * @returns {SqlNode}
 */
export function windowCall(maker, wanted, scope, columns) {
  const { random, exprs } = maker
  const part = (/** @type {string} */ type, size = 1) => exprs.expr(type, scope, size)
  const partition = random.chance(0.6)
    ? maybe`PARTITION BY ${list(random.times(random.between(1, 2), () => part(exprs.typeAtHand(scope), 0)))} `
    : ''
  // Every column of the rows: rows that are equal under it are the same row.
  const total = random
    .some(columns, columns.length)
    .map((column) => sql`${column.text}${random.pick(['', '', ' DESC', ' NULLS FIRST'])}`)
  const lead = random.chance(0.6) ? [part(exprs.typeAtHand(scope))] : []
  const between = frame(maker)
  const over = sql`(${partition}ORDER BY ${[...lead, ...total]}${random.chance(0.5) ? maybe` ROWS ${between}` : ''})`
  // Peers are treated alike: any order will do.
  const key = random.pick([part('int4'), part('int4'), part('numeric'), part('date')])
  const groups = random.chance(0.5)
  const bounds = groups || key.type !== 'date' ? between : between.replace(/\d+/g, (digits) => `'${digits} month'`)
  const peers = sql`(${partition}${random.chance(0.85) ? sql`ORDER BY ${key}${random.pick(['', ' DESC', ' NULLS FIRST'])}${random.chance(0.6) ? maybe` ${groups ? 'GROUPS' : 'RANGE'} ${bounds}` : ''}` : ''})`
  const as = typed(wanted)
  switch (random.below(7)) {
    case 0:
      return typed('int8')`${random.pick(['row_number', 'rank', 'dense_rank'])}() OVER ${over}`
    case 1:
      return as`${random.pick(['lag', 'lead'])}(${part(wanted)}${random.pick(['', ', 2', ', 0'])}) OVER ${over}`
    case 2:
      return as`${random.pick(['first_value', 'last_value'])}(${part(wanted)}) OVER ${over}`
    case 3:
      return as`nth_value(${part(wanted)}, ${random.between(1, 3)}) OVER ${over}`
    case 4:
      return random.chance(0.5)
        ? typed('int4')`ntile(${random.between(1, 5)}) OVER ${over}`
        : typed('float8')`${random.pick(['percent_rank', 'cume_dist'])}() OVER ${peers}`
    default: {
      const type = random.pick(NUMBERS.slice(0, 3))
      const name = random.pick(['sum', 'count', 'avg', 'min', 'max'])
      const result =
        name === 'count'
          ? 'int8'
          : name === 'min' || name === 'max'
            ? type
            : name === 'sum' && type === 'int4'
              ? 'int8'
              : 'numeric'
      return typed(result)`${name}(${part(type)})${random.chance(0.2) ? maybe` FILTER (WHERE ${part('bool')})` : ''} OVER ${random.pick([over, peers, peers])}`
    }
  }
}
