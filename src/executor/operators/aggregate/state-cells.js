/**
 * How an aggregate's state is kept in the columns of a GroupTable: counts, and sums and averages of integers and
 * numerics as numbers (spill/sum-cells.js), any other state as the value that AggregateCode steps.
 */
import { ANY, FLOAT, NUMERIC, WIDE, wideCell } from '../../spill/columns.js'
import { averageOf, sumAsNumeric, sumInteger, sumNumeric, totalOf } from '../../spill/sum-cells.js'
import { aggregateKey } from './aggregate-states.js'
import { kindOf, readCell } from '../cells.js'
import { functionInfo } from '../../expressions/operations.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @typedef {import('./aggregate-code.js').AggregateCode} AggregateCode */
/** @typedef {import('../../codegen/function.js').Value} Value */
/** @typedef {{ table: string, at: number, group: string }} Place the first of the state's columns */
/**
 * @typedef {object} StateCells
 * @property {number[]} kinds of its columns
 * @property {string[]} initial sources of their first values
 * @property {(names: string[], place: Place) => void} step one input row
 * @property {(place: Place, key: string) => void} finish binds the result
 */

const STEPS = { sumInteger, sumNumeric, sumAsNumeric }

/** @type {Record<string, { step: keyof typeof STEPS | null, result: 'count' | 'int8' | 'total' | 'average' }>} */
const FLAT = {
  'count(*)': { step: null, result: 'count' },
  'count()': { step: null, result: 'count' },
  'count(any)': { step: null, result: 'count' },
  'sum(int2)': { step: 'sumInteger', result: 'int8' },
  'sum(int4)': { step: 'sumInteger', result: 'int8' },
  'sum(int8)': { step: 'sumAsNumeric', result: 'total' },
  'sum(numeric)': { step: 'sumNumeric', result: 'total' },
  'avg(int2)': { step: 'sumAsNumeric', result: 'average' },
  'avg(int4)': { step: 'sumAsNumeric', result: 'average' },
  'avg(int8)': { step: 'sumAsNumeric', result: 'average' },
  'avg(numeric)': { step: 'sumNumeric', result: 'average' },
}

/** @param {AggregateCode} aggregate @returns {StateCells} */
export function stateCells(aggregate) {
  const { fn, call } = aggregate
  if (aggregate.first) return firstValue(aggregate)
  const flat =
    aggregate.sorted || aggregate.set !== null || call.oid >= FIRST_USER_OID
      ? undefined
      : FLAT[aggregateKey(fn.module, functionInfo(fn.module, call.oid))]
  if (flat === undefined) return valueState(aggregate)
  const { module } = fn
  const { step, result } = flat
  const numeric = result === 'total' || result === 'average'
  return {
    kinds: [
      ...(step === null ? [] : [numeric ? NUMERIC : WIDE]),
      ...(result === 'count' || result === 'average' ? [FLOAT] : []),
    ],
    initial: [...(step === null ? [] : ['null']), ...(result === 'count' || result === 'average' ? ['0'] : [])],
    step: (names, { table, at, group }) => {
      const args = call.filter === null ? names : names.slice(1)
      const tests = [
        ...(call.filter === null ? [] : [names[0]]),
        ...call.args.flatMap((/** @type {any} */ _, /** @type {number} */ place) =>
          aggregate.nullable[place] ? [`${args[place]} !== null`] : [],
        ),
      ]
      if (tests.length > 0) fn.open(`if (${tests.join(' && ')}) {`)
      if (step !== null) fn.line(`${module.named(step, STEPS[step])}(${table}.rows, ${at}, ${group}, ${args[0]})`)
      if (step === null) fn.line(`${table}.columns[${at}][${group}] += 1`)
      else if (result === 'average') fn.line(`${table}.columns[${at + 1}][${group}] += 1`)
      if (tests.length > 0) fn.close()
    },
    finish: ({ table, at, group }, key) => {
      const cell = `${table}.columns[${at}][${group}]`
      const place = `${table}.rows, ${at}, ${group}`
      if (result === 'count') fn.bindValue(key, { js: cell, nullable: false })
      else if (result === 'int8')
        fn.bindValue(key, { js: `${module.named('wideCell', wideCell)}(${place}, ${cell})`, nullable: true })
      else if (result === 'total')
        fn.bindValue(key, { js: `${module.named('totalOf', totalOf)}(${place})`, nullable: true })
      else
        fn.bindValue(key, {
          js: `${module.named('averageOf', averageOf)}(${place}, ${table}.columns[${at + 1}][${group}])`,
          nullable: true,
        })
    },
  }
}

/**
 * The value of the row that begins the group: put there when the group is made.
 * @param {AggregateCode} aggregate
 * @returns {StateCells}
 */
function firstValue({ fn: { module }, fn, call }) {
  const kind = kindOf(module, call.type, true)
  return {
    kinds: [kind],
    initial: ['null'],
    step: () => undefined,
    finish: ({ table, at, group }, key) =>
      fn.bindValue(key, {
        js: readCell(module, kind, true, { rows: `${table}.rows`, at, column: `${table}.columns[${at}]`, row: group }),
        nullable: true,
      }),
  }
}

/** Any state, in a cell as it is. @param {AggregateCode} aggregate @returns {StateCells} */
function valueState(aggregate) {
  const { fn } = aggregate
  return {
    kinds: [ANY],
    initial: [aggregate.initial()],
    step: (names, { table, at, group }) => {
      aggregate.step(names, `${table}.columns[${at}][${group}]`)
      // States that keep their input count as memory.
      if (aggregate.grows) fn.line(`${table}.grew(${names.join(', ')})`)
    },
    finish: ({ table, at, group }, key) => aggregate.finish(`${table}.columns[${at}][${group}]`, key),
  }
}
