/** Two servers' answers to one statement, and whether they say the same. */
import {
  answerTo, bind, cells, columns, connected, describe, execute, fields, parse, sync,
} from '../support/wire-client.js'

/** @import { WireClient } from '../support/wire-client.js' */

/**
 * @typedef {object} Answer
 * @property {string} error SQLSTATE, '' none
 * @property {string} message of the error
 * @property {{ name: string, type: number }[]} columns
 * @property {(string | null)[][]} rows
 * @property {string} tag
 * @property {string[]} told messages on the way and the error, with their contexts
 */

const FLOATS = new Set([700, 701])
const TEXT_COLUMN = { name: 'copy', type: 25 }

export class Side {
  /**
   * @param {string} name
   * @param {number} port
   * @param {{ protocol?: 'simple' | 'extended', settings?: string[], database?: string }} [options]
   */
  constructor(name, port, { protocol = 'simple', settings = [], database = 'postgres' } = {}) {
    this.name = name
    this.port = port
    this.protocol = protocol
    this.settings = settings
    this.database = database
    /** @type {WireClient | null} */
    this.client = null
  }

  /** An empty database. @param {string[]} statements */
  async begin(statements) {
    // A session of PostgreSQL's keeps every plan that functions made, and every change of a table looks at them all.
    this.client?.end()
    this.client = await connected(this.port, { database: this.database })
    for (const setting of [...COMMON, ...this.settings]) await this.plain(setting)
    await this.plain(NO_EVENT_TRIGGERS)
    await this.plain('DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public')
    /** @type {Answer[]} */
    const answers = []
    for (const statement of statements) answers.push(await this.plain(statement))
    return answers
  }

  /** @param {string} text */
  async plain(text) {
    const client = /** @type {WireClient} */ (this.client)
    return readAnswer(await answerTo(client, text))
  }

  /** @param {string} text */
  async run(text) {
    const client = /** @type {WireClient} */ (this.client)
    if (this.protocol === 'simple' || /^COPY [^\n]* FROM STDIN/.test(text)) return this.plain(text)
    client.send(parse('', text), bind('', ''), describe('P', ''), execute(''), sync())
    return readAnswer(await client.take('Z'))
  }

  end() { this.client?.end() }
}

const COMMON = [
  'SET jit = off',
  "SET TimeZone = 'UTC'",
  "SET DateStyle = 'ISO, MDY'",
  "SET IntervalStyle = 'postgres'",
  'SET extra_float_digits = 1',
  "SET statement_timeout = '4s'",
  "SET client_min_messages = 'warning'",
]

/** They could forbid what follows. */
export const NO_EVENT_TRIGGERS = `DO $$ DECLARE name text; BEGIN FOR name IN SELECT evtname FROM pg_event_trigger LOOP
  EXECUTE format('DROP EVENT TRIGGER %I', name); END LOOP; END $$`

/** Which number a portal has is nobody's business. @param {string} text */
const withoutNumbers = (text) => text.replace(/<unnamed portal \d+>/g, '<unnamed portal>')
  .replace(/(RI_ConstraintTrigger_[ac])_\d+/g, '$1')

/** @param {import('../support/wire-client.js').Message[]} messages @returns {Answer} */
function readAnswer(messages) {
  /** @type {Answer} */
  const answer = {
    error: messages.some((message) => message.type === 'Z') ? '' : 'closed',
    message: '',
    columns: [],
    rows: [],
    tag: '',
    told: [],
  }
  for (const message of messages) {
    if (message.type === 'E' || message.type === 'N') {
      const { S, C, M, D, H, W, s, t, c, d, n } = fields(message)
      // Details tell of the row that was met first.
      const line = [S, C, M, H, W, ...C.startsWith('23') ? [] : [D, s, t, c, d, n]].join(' | ')
      answer.told.push(withoutNumbers(line))
    }
    if (message.type === 'E') {
      answer.error = fields(message).C
      answer.message = fields(message).M
    } else if (message.type === 'T') answer.columns = columns(message).map(({ name, type }) => ({ name, type }))
    else if (message.type === 'D')
      answer.rows.push(cells(message).map((cell) => (cell === null ? null : cell.toString('utf8'))))
    else if (message.type === 'H') answer.columns = [TEXT_COLUMN]
    else if (message.type === 'd') answer.rows.push([message.body.toString('latin1')])
    else if (message.type === 'C') answer.tag = message.body.toString('utf8', 0, message.body.length - 1)
  }
  return answer
}

/**
 * One of them took too long, or compresses what it puts into an index: nothing is known, and what follows may differ.
 * @param {Answer} one
 * @param {Answer} other
 */
export const isUndecided = (one, other) =>
  one.error === '57014' || other.error === '57014' || isLongKey(one) !== isLongKey(other)

/** @param {Answer} answer */
const isLongKey = (answer) => answer.error === '54000' && answer.message.startsWith('index row size')

/**
 * What was told on the way down, each line once and without numbers, and each line of the error's context once but for
 * the innermost, where the stack ended.
 * @param {Answer} answer of a recursion without end
 * @returns {Answer}
 */
function withoutDepth(answer) {
  const [error, ...contexts] = /** @type {string} */ (answer.told.at(-1)).split('\n')
  const innermost = error.lastIndexOf(' | PL/pgSQL') < 0 ? 0 : error.lastIndexOf(' | PL/pgSQL')
  const once = (/** @type {string[]} */ lines) =>
    [...new Set(lines.map((line) => line.replace(/\d+/g, '0')))].sort()
  return {
    ...answer,
    told: [...once(answer.told.slice(0, -1)), innermost > 0 ? error.slice(0, innermost) : error, ...once(contexts)],
  }
}

/** Errors of values: which of several is met first is not laid down. @param {string} code */
export const isOfValues = (code) => code.startsWith('22') || code.startsWith('23') || code === '21000'

/**
 * A part that constants switch off is planned, and found impossible, or is not; a failure that PostgreSQL itself calls
 * internal, where the other has a name for it.
 * @param {Answer} one @param {Answer} other
 */
const isUnplanned = (one, other) =>
  (one.error === '0A000' && one.message.startsWith('could not implement') && other.error === '') ||
  (one.error === 'XX000' &&
    one.message.startsWith('failed to find conversion function') &&
    /^(42|0A)/.test(other.error))

/**
 * PostgreSQL 15 computes min and max by a subquery with LIMIT 1 that keeps the WITH TIES of the statement.
 * @param {Answer} one PostgreSQL's
 * @param {Answer} other
 * @param {string} text
 */
const isTiedMinimum = (one, other, text) =>
  one.error === '21000' && other.error === '' && /\bm(in|ax)\(.* WITH TIES$/.test(text)

/**
 * @param {Answer} one
 * @param {Answer} other
 * @param {{ ordered: boolean, text?: string, strict?: boolean, told?: boolean, bag?: boolean }} how
 *   ordered: the order of rows counts; text: the statement; strict: its errors are all the same; told: messages count,
 *   and contexts of errors; bag: in any order
 * @returns {string | null} what differs
 */
export function difference(one, other, { ordered, text = '', strict = false, told = false, bag = false }) {
  if (one.error === 'XX000' && other.error === 'XX000') return `internal error of both: ${one.message}`
  if (bag) [one, other] = [inAnyOrder(one), inAnyOrder(other)]
  if (told && !strict) {
    // How often a recursion without end may call itself is a matter of the stack; what it says and where is not.
    if (one.error === '54001' && other.error === '54001') [one, other] = [withoutDepth(one), withoutDepth(other)]
    const at = one.told.findIndex((line, index) => line !== other.told[index])
    if (at >= 0 || one.told.length !== other.told.length)
      return `error ${one.error} told ${one.told.at(at) ?? 0} / ${other.told.at(at) ?? 0}`
  }
  if (one.error !== '' || other.error !== '') {
    if (one.error === other.error || (!strict && isOfValues(one.error) && isOfValues(other.error))) return null
    if (isUnplanned(one, other) || isUnplanned(other, one) || isTiedMinimum(one, other, text)) return null
    return `error ${one.error === '' ? 'none' : `${one.error} ${one.message}`} / ${other.error === '' ? 'none' : `${other.error} ${other.message}`}`
  }
  if (one.tag !== other.tag) return `tag ${one.tag} / ${other.tag}`
  const heads = (/** @type {Answer} */ answer) =>
    answer.columns.map(({ name, type }) => `${name}:${type >= 16384 ? 'own' : type}`).join(' ')
  if (heads(one) !== heads(other)) return `columns ${heads(one)} / ${heads(other)}`
  if (one.rows.length !== other.rows.length) return `${one.rows.length} / ${other.rows.length} rows`
  const exact = [one, other].map((answer) =>
    answer.rows.map((row) =>
      row
        .map((cell, at) =>
          cell === null
            ? '\\N'
            : FLOATS.has(answer.columns[at].type)
              ? rounded(cell)
              : TEXTS.has(answer.columns[at].type)
                ? withoutNoise(withoutNumbers(cell))
                : cell,
        )
        .join('\u0001'),
    ),
  )
  const what = firstDifference(exact[0].toSorted(), exact[1].toSorted())
  const loose = one.columns.some(({ type }) => type in EQUALS)
  // Which of several equal values stands for all, and which of them comes first, is not laid down.
  if (what !== null && !(loose && CHOOSES.test(text))) return what
  const [left, right] = loose
    ? [one, other].map((answer) =>
        answer.rows.map((row) =>
          row
            .map((cell, at) =>
              cell === null
                ? '\\N'
                : FLOATS.has(answer.columns[at].type)
                  ? rounded(cell)
                  : (EQUALS[answer.columns[at].type]?.(cell) ?? cell),
            )
            .join('\u0001'),
        ),
      )
    : exact
  return ordered
    ? firstDifference(left, right)
    : what === null
      ? null
      : firstDifference(left.toSorted(), right.toSorted())
}

/** Which expression failed for a second row, which PostgreSQL says. */
const SECOND = /(PL\/pgSQL assignment|SQL expression) "[^"]*"\n/g

/** An answer over rows that were met in whatever order; an error was one of the first row's. @param {Answer} answer */
const inAnyOrder = (answer) => ({
  ...answer,
  told: answer.error === '' ? answer.told.map((line) => line.replace(SECOND, '')).toSorted() : [],
  rows: answer.rows.map((row) => row.map((cell) => cell === null ? null : cell.replace(SECOND, ''))),
})

/** @param {string[]} left @param {string[]} right as many */
function firstDifference(left, right) {
  const at = left.findIndex((row, index) => row !== right[index])
  return at < 0 ? null : `row ${at}: ${left[at].replaceAll('\u0001', ' | ')} / ${right[at].replaceAll('\u0001', ' | ')}`
}

/** What takes one of several equal values, which views and prepared statements may do unseen. */
const CHOOSES =
  /\b(EXECUTE|DISTINCT|GROUP BY|UNION|INTERSECT|EXCEPT|LIMIT|OFFSET|FETCH|min|max|mode|percentile_disc|[mv]\d+)\b/

/**
 * Types in which equal values may look different, and what is the same for all of them.
 * @type {Record<number, (cell: string) => string>}
 */
const EQUALS = {
  1700: plainNumber,
  1231: (cell) => cell.replace(/-?\d+(\.\d+)?/g, plainNumber),
  3906: (cell) => cell.replace(/-?\d+(\.\d+)?/g, plainNumber),
  3802: (cell) => cell.replace(/-?\d+(\.\d+)?/g, plainNumber),
  1186: plainInterval,
}

/** @param {string} cell of numeric */
function plainNumber(cell) { return cell.includes('.') ? cell.replace(/\.?0+$/, '') : cell }

/** A month has thirty days, a day 24 hours. @param {string} cell of interval */
function plainInterval(cell) {
  let micros = 0n
  for (const [, count, unit] of cell.matchAll(/([-+]?\d+) (year|mon|day)/g))
    micros += BigInt(count) * ({ year: 360n, mon: 30n, day: 1n }[unit] ?? 0n) * 86400000000n
  const clock = /([-+]?)(\d+):(\d+):(\d+)(?:\.(\d+))?/.exec(cell)
  if (clock !== null) {
    const time =
      ((BigInt(clock[2]) * 60n + BigInt(clock[3])) * 60n + BigInt(clock[4])) * 1000000n +
      BigInt((clock[5] ?? '').padEnd(6, '0'))
    micros += clock[1] === '-' ? -time : time
  }
  return String(micros)
}

/** Types that may hold a float's text: text, varchar, bpchar, json, jsonb. */
const TEXTS = new Set([25, 1043, 1042, 114, 3802])

/** The last digits of what looks like a float, which has 15 to 17 of them. @param {string} cell */
const withoutNoise = (cell) => cell.length < 16 ? cell : cell.replace(/-?\d+\.\d+(e[-+]?\d+)?/g, (found) => {
  const digits = found.replace(/e.*$/, '').replace(/[-.]/g, '').replace(/^0+/, '').length
  return digits >= 15 && digits <= 17 ? rounded(found) : found
})

/** Sums of floats may come in another order. @param {string} cell */
function rounded(cell) {
  const value = Number(cell)
  if (!Number.isFinite(value)) return cell
  if (Math.abs(value) < 1e-12) return '0'
  return value.toPrecision(12)
}
