/** Texts inside json and jsonb: json_to_tsvector and to_tsvector, and headlines of each. */
import { jsonFlags, jsonFlagsArray } from '../../errors/text-search.js'
import * as B from '../../types/json/jsonb.js'
import { parseJsonb } from '../../types/json/types.js'
import * as J from '../../types/json/text-nav.js'
import { formatJsonb, quoteJson } from '../../types/json/text-output.js'
import { Family } from '../impl.js'
import { configuration, currentConfiguration, partsOf } from './configurations.js'
import { byConfiguration, longCalls, notifier, vectorOfParsed } from './documents.js'
import { HeadlineOptions, headline, headlineSteps } from './headline.js'
import { ParsedText, parseText } from './lexize.js'
/** @import { FunctionContext } from '../impl.js' */
/** @import { Jsonb } from '../../types/json/jsonb.js' */
/** @import { JsonSpan } from '../../types/json/text-nav.js' */
/** @import { TsQuery } from '../../types/textsearch/query.js' */

const family = new Family()
export const jsonDocumentFunctions = family.functions

const KEY = 1
const STRING = 2
const NUMERIC = 4
const BOOLEAN = 8
const FLAGS = /** @type {Record<string, number>} */ ({
  key: KEY, string: STRING, numeric: NUMERIC, boolean: BOOLEAN, all: KEY | STRING | NUMERIC | BOOLEAN,
})

/** What of a document is wanted. @param {Jsonb} given @returns {number} @throws {DbError} 22023 */
function flagsOf(given) {
  if (given.tag === B.OBJECT) throw jsonFlags()
  const parts = given.tag === B.ARRAY ? B.elementsOf(given) : [given]
  let flags = 0
  for (const part of parts) {
    if (part.tag !== B.STRING) throw jsonFlagsArray('flag array element is not a string')
    const name = B.stringOf(part)
    const flag = FLAGS[name.toLowerCase()]
    if (flag === undefined) throw jsonFlagsArray(`wrong flag in flag array: "${name}"`)
    flags |= flag
  }
  return flags
}

/** @param {Jsonb} value @param {number} flags @param {(text: string) => void} visit */
function texts(value, flags, visit) {
  switch (value.tag) {
    case B.OBJECT:
      for (let i = 0; i < B.countOf(value); i++) {
        if (flags & KEY) visit(B.keyAt(value, i))
        texts(B.valueView(value, i), flags, visit)
      }
      return
    case B.ARRAY:
      for (let i = 0; i < B.countOf(value); i++) texts(B.elementView(value, i), flags, visit)
      return
    case B.STRING:
      if (flags & STRING) visit(B.stringOf(value))
      return
    case B.NUMBER:
      if (flags & NUMERIC) visit(formatJsonb(value))
      return
    case B.TRUE: case B.FALSE:
      if (flags & BOOLEAN) visit(value.tag === B.TRUE ? 'true' : 'false')
  }
}

/**
 * The same of json, in the order written.
 * @param {JsonSpan} span
 * @param {number} flags
 * @param {(text: string) => void} visit
 */
function textsOfSpan(span, flags, visit) {
  switch (span.kind) {
    case J.OBJECT_START: case J.ARRAY_START:
      for (const { key, part } of J.members(span.raw)) {
        if (flags & KEY && span.kind === J.OBJECT_START) visit(key)
        textsOfSpan(part, flags, visit)
      }
      return
    case J.STRING:
      if (flags & STRING) visit(span.value)
      return
    case J.NUMBER:
      if (flags & NUMERIC) visit(span.raw)
      return
    case J.TRUE: case J.FALSE:
      if (flags & BOOLEAN) visit(span.raw)
  }
}

/** @param {FunctionContext} ctx @param {number} oid @param {(visit: (text: string) => void) => void} each */
function vectorOf(ctx, oid, each) {
  const config = configuration(ctx, oid)
  const parsed = new ParsedText()
  each((text) => {
    const before = parsed.words.length
    parseText(config, parsed, text, notifier(ctx))
    // A place is left free between two texts.
    if (parsed.words.length > before) parsed.place++
  })
  return vectorOfParsed(parsed)
}

/** @param {FunctionContext} ctx @param {number} config @param {Jsonb} value @param {number} flags */
const ofJsonb = (ctx, config, value, flags) => vectorOf(ctx, config, (visit) => texts(value, flags, visit))
/** @param {FunctionContext} ctx @param {number} config @param {string} text @param {number} flags */
const ofJson = (ctx, config, text, flags) =>
  vectorOf(ctx, config, (visit) => textsOfSpan(J.whole(text), flags, visit))

/**
 * Into this module's own family: what calls another module as it is evaluated is never left to wait (scripts/package).
 * @param {string} name @param {Parameters<typeof byConfiguration>[1]} call
 */
const addByConfiguration = (name, call) => byConfiguration(name, call, family)

addByConfiguration('jsonb_string_to_tsvector', (ctx, config, value) => ofJsonb(ctx, config, value, STRING))
addByConfiguration('jsonb_to_tsvector', (ctx, config, value, flags) => ofJsonb(ctx, config, value, flagsOf(flags)))
addByConfiguration('json_string_to_tsvector', (ctx, config, text) => ofJson(ctx, config, text, STRING))
addByConfiguration('json_to_tsvector', (ctx, config, text, flags) => ofJson(ctx, config, text, flagsOf(flags)))

// ---- headlines

/** @param {Jsonb} value @param {(text: string) => string} change @returns {string} as JSON */
function changedJsonb(value, change) {
  switch (value.tag) {
    case B.OBJECT: {
      const members = []
      for (let i = 0; i < B.countOf(value); i++)
        members.push(`${quoteJson(B.keyAt(value, i))}:${changedJsonb(B.valueView(value, i), change)}`)
      return `{${members.join()}}`
    }
    case B.ARRAY: {
      const elements = []
      for (let i = 0; i < B.countOf(value); i++) elements.push(changedJsonb(B.elementView(value, i), change))
      return `[${elements.join()}]`
    }
    case B.STRING: return quoteJson(change(B.stringOf(value)))
    default: return formatJsonb(value)
  }
}

/** @param {JsonSpan} span @param {(text: string) => string} change @returns {string} */
function changedSpan(span, change) {
  switch (span.kind) {
    case J.OBJECT_START: {
      const members = [...J.members(span.raw)]
      return `{${members.map(({ key, part }) => `${quoteJson(key)}:${changedSpan(part, change)}`).join()}}`
    }
    case J.ARRAY_START: return `[${[...J.members(span.raw)].map(({ part }) => changedSpan(part, change)).join()}]`
    case J.STRING: return quoteJson(change(span.value))
    default: return span.raw
  }
}

/** @param {FunctionContext} ctx @param {number} oid @param {TsQuery} query @param {string} [given] */
function changer(ctx, oid, query, given = '') {
  const options = new HeadlineOptions(given)
  const config = configuration(ctx, oid)
  return (/** @type {string} */ text) => headline(config, text, query, options)
}

for (const suffix of ['', '_opt']) {
  /**
   * @param {string} name @param {Parameters<typeof byConfiguration>[1]} call
   * @param {Parameters<typeof byConfiguration>[3]} [steps]
   */
  const make = (name, call, steps) => {
    const [byId, byCurrent] = steps === undefined ? [{}, {}] : longCalls(steps)
    family.context(`${name}_byid${suffix}`, call, { folds: partsOf, ...byId })
    family.context(`${name}${suffix}`, (ctx, ...args) => call(ctx, currentConfiguration(ctx), ...args), byCurrent)
  }
  make('ts_headline', (ctx, oid, text, query, given) => changer(ctx, oid, query, given)(text),
    (ctx, oid, text, query, given = '') =>
      headlineSteps(configuration(ctx, oid), text, query, new HeadlineOptions(given)))
  make('ts_headline_json', (ctx, oid, text, query, given) =>
    changedSpan(J.whole(text), changer(ctx, oid, query, given)))
  make('ts_headline_jsonb', (ctx, oid, value, query, given) =>
    parseJsonb(changedJsonb(value, changer(ctx, oid, query, given))))
}
