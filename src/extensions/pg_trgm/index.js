/** pg_trgm 1.6: how alike texts are, by their trigrams; indexes that find alike ones, and what patterns match. */
import { Family } from '../../functions/impl.js'
import { arrayOf } from '../../types/array.js'
import { TEXT } from '../../types/oids.js'
import { setColumn } from '../../types/gist/sets.js'
import { keyType, valueFunctions } from '../value-functions.js'
import { likeTrigrams, regexTrigrams } from './patterns.js'
import { pgTrgmScript } from './script.js'
import {
  share, shownTrigrams, similarityOf, stretchWork, trigramsInOrder, trigramsOf, trigramWork, wordSimilarityOf,
} from './trigrams.js'

/** @import { FunctionContext } from '../../functions/impl.js' */
/** @import { SettingDef } from '../../config/settings.js' */
/** @import { LibraryQuery, QuerySession } from '../../types/libraries.js' */
/** @import { SetKey } from '../../types/gist/sets.js' */
/** @import { Wanted } from './patterns.js' */

const SIMILARITY = 'pg_trgm.similarity_threshold'
const WORD = 'pg_trgm.word_similarity_threshold'
const STRICT_WORD = 'pg_trgm.strict_word_similarity_threshold'

/** @param {string} name @param {string} boot @returns {SettingDef} */
const threshold = (name, boot) => ({
  name, type: 'real', unit: null, context: 'user', boot, min: 0, max: 1, values: null, category: 'Customized Options',
})

/** @param {{ settings: { get: (name: string) => unknown } }} session @param {string} name */
const limitOf = (session, name) => Number(session.settings.get(name))

const family = new Family()

/** The last text whose trigrams were asked for: one side of a comparison is the same for many rows. */
let lastText = ''
let lastTrigrams = trigramsOf('')

/** @param {string} text @returns {number[]} */
function remembered(text) {
  if (text !== lastText) {
    lastTrigrams = trigramsOf(text)
    lastText = text
  }
  return lastTrigrams
}

/** @param {string} a @param {string} b */
const similarity = (a, b) => similarityOf(trigramsOf(a), remembered(b))
/** @param {number} value float4 */
const distanceOf = (value) => Math.fround(1 - value)

family.context('set_limit', (ctx, limit) => {
  ctx.session.settings.set(SIMILARITY, String(limit), false)
  return Math.fround(limitOf(ctx.session, SIMILARITY))
})
family.context('show_limit', (ctx) => Math.fround(limitOf(ctx.session, SIMILARITY)))
family.add(
  'show_trgm', (text) => arrayOf(TEXT, shownTrigrams(trigramsOf(text))), { work: (text) => trigramWork(text, '') },
)
family.add('similarity', similarity, { work: trigramWork })
family.add('similarity_dist', (a, b) => distanceOf(similarity(a, b)), { work: trigramWork })
family.context('similarity_op', (ctx, a, b) => similarity(a, b) >= limitOf(ctx.session, SIMILARITY))

for (const [prefix, strict, setting] of /** @type {[string, boolean, string][]} */ ([
  ['word', false, WORD], ['strict_word', true, STRICT_WORD],
])) {
  const name = `${prefix}_similarity`
  family.add(name, (word, text) => wordSimilarityOf(word, text, strict), { work: stretchWork })
  family.context(`${name}_op`, (ctx, word, text) =>
    wordSimilarityOf(word, text, strict) >= limitOf(ctx.session, setting))
  family.context(`${name}_commutator_op`, (ctx, text, word) =>
    wordSimilarityOf(word, text, strict) >= limitOf(ctx.session, setting))
  family.add(`${name}_dist_op`, (word, text) => distanceOf(wordSimilarityOf(word, text, strict)),
    { work: stretchWork })
  family.add(`${name}_dist_commutator_op`, (text, word) => distanceOf(wordSimilarityOf(word, text, strict)),
    { work: stretchWork })
}

// ---- indexes

const [ALIKE, LIKE, ILIKE, REGEX, REGEX_ANY_CASE, WORD_ALIKE, STRICT_ALIKE, EQUAL] = [1, 3, 4, 5, 6, 7, 9, 11]
/** @type {Record<number, string>} */
const LIMITS = { [ALIKE]: SIMILARITY, [WORD_ALIKE]: WORD, [STRICT_ALIKE]: STRICT_WORD }

/**
 * What an operator asks for. Of those by likeness: so many of all trigrams.
 * @typedef {{ wanted: Wanted | null, trigrams: number[], limit: number, least: number }} Asked wanted null: every row
 */

/** @param {number} strategy @param {string} text @param {QuerySession | null} session @returns {Asked} */
function askedFor(strategy, text, session) {
  const setting = LIMITS[strategy]
  if (setting !== undefined) {
    const limit = session === null ? 0 : limitOf(session, setting)
    const trigrams = trigramsOf(text)
    let least = Math.max(1, Math.floor(limit * trigrams.length))
    while (least < trigrams.length && Math.fround(least / trigrams.length) < limit) least++
    return { wanted: null, trigrams, limit, least }
  }
  const wanted = strategy === REGEX || strategy === REGEX_ANY_CASE ? regexTrigrams(text, strategy === REGEX_ANY_CASE)
    : { all: true, trigrams: strategy === EQUAL ? trigramsOf(text) : likeTrigrams(text), parts: [] }
  return { wanted, trigrams: [], limit: 0, least: 0 }
}

/** @param {number} trigram */
const keyOf = (trigram) => Uint8Array.of(trigram >> 16, trigram >> 8, trigram)

/** @param {Wanted} wanted @returns {LibraryQuery} */
const queryOf = ({ all, trigrams, parts }) => ({ all, keys: trigrams.map(keyOf), parts: parts.map(queryOf) })

/** @type {import('../../types/libraries.js').GinClass} */
const ginClass = {
  strategies: [ALIKE, LIKE, ILIKE, REGEX, REGEX_ANY_CASE, WORD_ALIKE, STRICT_ALIKE, EQUAL],
  extract: (text, put) => { for (const trigram of trigramsOf(text)) put(keyOf(trigram)) },
  numbers: (text) => trigramsInOrder(String(text)),
  query: (strategy, text, session) => {
    const { wanted, trigrams, least, limit } = askedFor(strategy, text, session)
    if (LIMITS[strategy] !== undefined) {
      return limit <= 0 ? null : { all: false, least, keys: trigrams.map(keyOf) }
    }
    const isKnown = wanted !== null && !(wanted.all && wanted.trigrams.length + wanted.parts.length === 0)
    return isKnown ? queryOf(wanted) : null
  },
}

/** @param {SetKey} key @param {Wanted} wanted @returns {boolean} */
const hasWanted = (key, { all, trigrams, parts }) => all
  ? trigrams.every((trigram) => key.has(trigram)) && parts.every((part) => hasWanted(key, part))
  : trigrams.some((trigram) => key.has(trigram)) || parts.some((part) => hasWanted(key, part))

const gistColumn = () => setColumn({
  members: (text) => trigramsOf(text),
  query: askedFor,
  consistent: (key, { wanted, trigrams, limit, least }, strategy, isLeaf) => {
    if (LIMITS[strategy] === undefined) return wanted === null || hasWanted(key, wanted)
    if (limit <= 0) return true
    const common = key.countOf(trigrams)
    if (strategy === ALIKE && isLeaf && key.count >= 0) {
      return common > 0 && share(common, trigrams.length, key.count) >= limit
    }
    return common >= least
  },
})

/** @type {import('../bundled.js').ExtensionModule} */
export const extension = {
  script: pgTrgmScript,
  functions: [...valueFunctions({ input: ['gtrgm_in'], output: ['gtrgm_out'] }), ...family.functions],
  values: {
    types: { gtrgm_in: keyType },
    gin: { gin_extract_value_trgm: ginClass },
    gist: { gtrgm_consistent: gistColumn },
  },
  settings: [threshold(SIMILARITY, '0.3'), threshold(WORD, '0.6'), threshold(STRICT_WORD, '0.5')],
}
