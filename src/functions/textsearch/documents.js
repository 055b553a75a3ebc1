/** Texts to vectors and queries, by a configuration: to_tsvector and to_tsquery and their kin; ts_parse, ts_lexize. */
import { noLexemes, onlyStopWords, queryWordTooLong } from '../../errors/text-search.js'
import { compareText, utf8Bytes } from '../../types/strings/text.js'
import * as T from '../../types/oids.js'
import { PgArray } from '../../types/pg-array.js'
import * as Q from '../../types/textsearch/query.js'
import { STOP, parseQuery, withoutStops } from '../../types/textsearch/query-text.js'
import { LEXEME_BYTES_MAX, PLACE_MAX, POSITIONS_MAX, makeVector } from '../../types/textsearch/vector.js'
import { atOnce } from '../../util/effort.js'
import { sortedSteps } from '../../util/sorted-steps.js'
import { Family } from '../impl.js'
import { LexizeState } from './dictionaries/dictionary.js'
import {
  DEFAULT_PARSER, checkParser, configuration, currentConfiguration, dictionariesOf, dictionary, namedObject, partsOf,
} from './configurations.js'
import { ParsedText, parseText, parseTextSteps } from './lexize.js'
import { Parser } from './parser.js'
import { TOKEN_TYPES } from './parser-states.js'
import { shortVector } from './short-documents.js'
import { vectorSatisfies } from './vectors.js'
import { webQuery } from './web-query.js'
/** @import { Steps } from '../../util/effort.js' */
/** @import { FunctionContext, ImplOptions } from '../impl.js' */
/** @import { Configuration } from './lexize.js' */
/** @import { QueryNode } from '../../types/textsearch/query.js' */
/** @import { TsVector } from '../../types/textsearch/vector.js' */

const family = new Family()
export const documentFunctions = family.functions

/** Words between two looks at the clock. */
const WORDS_AT_ONCE = 4096

/** @param {ParsedText} parsed @returns {TsVector} */
export const vectorOfParsed = (parsed) => atOnce(vectorSteps(parsed))

/** @param {ParsedText} parsed @returns {Steps<TsVector>} */
export function* vectorSteps({ words }) {
  /** @type {Map<string, number[]>} */
  const places = new Map()
  for (let i = 0; i < words.length; i++) {
    const { text, place } = words[i]
    if (i % WORDS_AT_ONCE === WORDS_AT_ONCE - 1) yield
    const at = places.get(text)
    if (at === undefined) places.set(text, [place])
    else {
      const last = at[at.length - 1]
      if (at.length < POSITIONS_MAX - 1 && last !== PLACE_MAX && last !== place) at.push(place)
    }
  }
  const lexemes = yield* sortedSteps([...places.keys()], compareText)
  return makeVector(lexemes, lexemes.map((lexeme) => /** @type {number[]} */ (places.get(lexeme))))
}

const SILENT = () => {}

/** Keys of indexes are made without a session, for purge. @param {FunctionContext} ctx */
export const notifier = ({ session }) => session === null ? SILENT
  : (/** @type {{ severity: string, code: string, message: string }} */ notice) => session.notice(notice)

/** @param {FunctionContext} ctx @param {number} oid @param {string} text @returns {TsVector} */
export function textToVector(ctx, oid, text) {
  const config = configuration(ctx, oid)
  return (config.single ? shortVector(config, text) : null) ?? atOnce(textToVectorSteps(ctx, oid, text))
}

/** @param {FunctionContext} ctx @param {number} config @param {string} text @returns {Steps<TsVector>} */
function* textToVectorSteps(ctx, config, text) {
  const parsed = new ParsedText()
  yield* parseTextSteps(configuration(ctx, config), parsed, text, notifier(ctx))
  return yield* vectorSteps(parsed)
}

/**
 * A word of a query as the configuration has it: variants are joined by OR, places by an operator.
 * @param {FunctionContext} ctx
 * @param {Configuration} config
 * @param {string} text
 * @param {number} operator between words
 * @param {number} weights @param {boolean} prefix
 * @param {string} whole the query's text, for messages
 * @returns {QueryNode}
 */
export function queryOfText(ctx, config, text, operator, weights, prefix, whole) {
  const parsed = new ParsedText()
  parseText(config, parsed, text, notifier(ctx))
  const { words } = parsed
  /** @type {QueryNode | null} */
  let result = null
  const distance = operator === Q.PHRASE ? 1 : 0
  const join = (/** @type {QueryNode} */ node) => {
    result = result === null ? node : Q.operatorNode(operator, result, node, distance)
  }
  for (let i = 0, place = 0; i < words.length;) {
    for (; place > 0 && place + 1 < words[i].place; place++) join(STOP)
    place = words[i].place
    /** @type {QueryNode | null} */
    let variants = null
    while (i < words.length && words[i].place === place) {
      const { variant } = words[i]
      /** @type {QueryNode | null} */
      let all = null
      for (; i < words.length && words[i].place === place && words[i].variant === variant; i++) {
        if (utf8Bytes(words[i].text) > LEXEME_BYTES_MAX) throw queryWordTooLong(whole)
        const word = Q.wordNode(words[i].text, weights, prefix || words[i].isPrefix)
        all = all === null ? word : Q.operatorNode(Q.AND, all, word)
      }
      const one = /** @type {QueryNode} */ (all)
      variants = variants === null ? one : Q.operatorNode(Q.OR, variants, one)
    }
    join(/** @type {QueryNode} */ (variants))
  }
  return result ?? STOP
}

/** @param {FunctionContext} ctx @param {Q.TsQuery} query @param {boolean} hadWords */
function noticed(ctx, query, hadWords) {
  if (query.root === null && hadWords) notifier(ctx)(onlyStopWords())
  return query
}

/** @param {FunctionContext} ctx @param {number} oid @param {string} text */
function toQuery(ctx, oid, text) {
  const config = configuration(ctx, oid)
  let hadWords = false
  const query = parseQuery(text, (word, weights, prefix) => {
    hadWords = true
    return queryOfText(ctx, config, word, Q.PHRASE, weights, prefix, text)
  })
  if (!hadWords) notifier(ctx)(noLexemes(text))
  return noticed(ctx, query, hadWords)
}

/** @param {number} operator */
const plainQuery = (operator) => (/** @type {FunctionContext} */ ctx, /** @type {number} */ oid,
  /** @type {string} */ text) => {
  if (text === '') {
    notifier(ctx)(noLexemes(text))
    return new Q.TsQuery(null)
  }
  const query = new Q.TsQuery(withoutStops(queryOfText(ctx, configuration(ctx, oid), text, operator, 0, false, text)))
  query.checkSize(text)
  return noticed(ctx, query, true)
}

/** @param {FunctionContext} ctx @param {number} oid @param {string} text */
const fromWeb = (ctx, oid, text) => atOnce(fromWebSteps(ctx, oid, text))

/** @param {FunctionContext} ctx @param {number} oid @param {string} text @returns {Steps<Q.TsQuery>} */
function* fromWebSteps(ctx, oid, text) {
  const config = configuration(ctx, oid)
  const root = yield* webQuery(text, (word) =>
    queryOfText(ctx, config, word, Q.PHRASE, 0, false, text))
  if (root === null) {
    notifier(ctx)(noLexemes(text))
    return new Q.TsQuery(null)
  }
  const query = new Q.TsQuery(withoutStops(root))
  query.checkSize(text)
  return noticed(ctx, query, true)
}

/** As the catalog's signature says. @typedef {Parameters<import('../impl.js').FunctionImpl['call']>} Values */

/** Both forms: with a configuration, and with the current one.
 * @param {string} name @param {(ctx: FunctionContext, config: number, ...args: Values) => unknown} call
 * @param {Family} [into]
 * @param {(ctx: FunctionContext, config: number, ...args: Values) => Steps<unknown>} [steps] the call of long texts */
export function byConfiguration(name, call, into = family, steps = undefined) {
  const [byId, byCurrent] = steps === undefined ? [{}, {}] : longCalls(steps)
  into.context(`${name}_byid`, call, { folds: partsOf, ...byId })
  into.context(name, (ctx, ...args) => call(ctx, currentConfiguration(ctx), ...args), byCurrent)
}

/** A word of a text costs as much as a text so many times its length. */
const READ_WEIGHT = 8

/**
 * How both forms are called with long texts.
 * @param {(ctx: FunctionContext, config: number, ...args: Values) => Steps<unknown>} steps
 * @returns {[byId: ImplOptions, byCurrent: ImplOptions]}
 */
export const longCalls = (steps) => [
  { steps: (ctx, config, ...args) => steps(ctx, config, ...args), work: (_config, text) => weightOfRead(text) },
  { steps: (ctx, ...args) => steps(ctx, currentConfiguration(ctx), ...args), work: weightOfRead },
]

/** @param {unknown} text or a document, whose own size is looked at */
const weightOfRead = (text) => typeof text === 'string' ? text.length * READ_WEIGHT : 0

byConfiguration('to_tsvector', textToVector, family, textToVectorSteps)
byConfiguration('to_tsquery', toQuery)
byConfiguration('plainto_tsquery', plainQuery(Q.AND))
byConfiguration('phraseto_tsquery', plainQuery(Q.PHRASE))
byConfiguration('websearch_to_tsquery', fromWeb, family, fromWebSteps)

family.context('get_current_ts_config', currentConfiguration)
family.context('ts_match_tq', (ctx, text, query) =>
  vectorSatisfies(textToVector(ctx, currentConfiguration(ctx), text), query))
family.context('ts_match_tt', (ctx, text, query) => {
  const config = currentConfiguration(ctx)
  return vectorSatisfies(textToVector(ctx, config, text), plainQuery(Q.AND)(ctx, config, query))
})

// ---- parts

/** @param {string[]} texts */
const textArray = (texts) => texts.length === 0 ? new PgArray(T.TEXT, [], [], [])
  : new PgArray(T.TEXT, [texts.length], [1], texts)

/** @param {FunctionContext} ctx @param {number} oid @param {string} text @returns {PgArray | null} */
function lexized(ctx, oid, text) {
  const { lexize } = dictionary(ctx, oid)
  const state = new LexizeState()
  let lexemes = lexize(text, state)
  if (state.wantsMore) {
    state.isEnd = true
    lexemes = lexize('', state) ?? lexemes
  }
  return lexemes === null ? null : textArray(lexemes.map((each) => each.text))
}
family.context('ts_lexize', lexized)

/** @param {FunctionContext} ctx @param {string} name */
const parserNamed = (ctx, name) => namedObject(ctx.catalog, 'pg_ts_parser', 'prsname', 'parser', name)

/** @param {FunctionContext} ctx @param {number} oid @param {string} text */
function* tokens(ctx, oid, text) {
  checkParser(ctx.catalog, oid)
  const parser = new Parser(text, ctx.catalog.hasPlainLetters(0))
  while (parser.next()) yield [parser.type, parser.token]
}

/** @param {FunctionContext} ctx @param {number} oid */
function* tokenTypes(ctx, oid) {
  checkParser(ctx.catalog, oid)
  for (let type = 0; type < TOKEN_TYPES.length; type++) yield [type + 1, ...TOKEN_TYPES[type]]
}

const SET = { set: true }
family.context('ts_parse_byid', tokens, SET)
family.context('ts_parse_byname', (ctx, name, text) => tokens(ctx, parserNamed(ctx, name), text), SET)
family.context('ts_token_type_byid', tokenTypes, SET)
family.context('ts_token_type_byname', (ctx, name) => tokenTypes(ctx, parserNamed(ctx, name)), SET)

/**
 * Each token, the dictionaries it goes through, and the first that knows it.
 * @param {FunctionContext} ctx @param {number} oid @param {string} text
 */
function* debugged(ctx, oid, text) {
  const dictionaries = dictionariesOf(ctx, oid)
  for (const [type, token] of tokens(ctx, DEFAULT_PARSER, text)) {
    const all = dictionaries[Number(type)]
    const answers = all.map((dictionary) => lexized(ctx, dictionary, String(token)))
    const first = Math.max(answers.findIndex((answer) => answer !== null), 0)
    const list = all.length === 0 ? new PgArray(T.REGDICTIONARY, [], [], [])
      : new PgArray(T.REGDICTIONARY, [all.length], [1], all)
    yield [...TOKEN_TYPES[Number(type) - 1], token, list, all[first] ?? null, answers[first] ?? null]
  }
}
family.context('ts_debug(regconfig,text)', debugged, SET)
family.context('ts_debug(text)', (ctx, text) => debugged(ctx, currentConfiguration(ctx), text), SET)
