/** Short documents and what is asked of them: full text and trigrams, searches and inserts. */
import { seededRandom } from '../../src/util/prng.js'

/** @typedef {{ text: string, values?: unknown[] }} Statement */

/**
 * @typedef {object} Work
 * @property {string} name
 * @property {string[]} [before] statements whose time does not count
 * @property {(documents: Documents, rows: number, round: number) => Statement[]} statements
 * @property {boolean} [inserts] its rows go away afterwards
 * @property {string} [answer] a query of what it left, to be compared
 */

const SEED = 24
const WORDS = 30_000
const INSERTED = 10_000
const LIST = 100

/** Documents of 6 to 17 words, few of them frequent; the same for every system. */
export class Documents {
  constructor() {
    const chance = seededRandom(SEED)
    /** @type {string[]} the most frequent first */
    this.words = Array.from({ length: WORDS }, (_, at) => {
      let word = ''
      for (let part = 2 + chance.below(2) + (at > 1000 ? chance.below(2) : 0); part > 0; part--)
        word += CONSONANTS[chance.below(CONSONANTS.length)] + VOWELS[chance.below(VOWELS.length)]
      return word + ENDINGS[chance.below(ENDINGS.length)]
    })
  }

  /** @param {number} count @param {number} seed @returns {string[]} */
  make(count, seed) {
    const chance = seededRandom(seed)
    return Array.from({ length: count }, () =>
      Array.from({ length: 6 + chance.below(12) }, () => this.words[frequent(chance.below(1e6) / 1e6)]).join(' '))
  }
}

const CONSONANTS = ['b', 'c', 'd', 'f', 'g', 'l', 'm', 'n', 'p', 'r', 's', 't', 'st', 'tr', 'v', 'w']
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ea', 'io']
const ENDINGS = ['', '', '', 's', 'ing', 'ed', 'er', 'ly', 'ness', 'n', 't']

/** A word's rank falls as its frequency: a tenth of all words are the first eight. @param {number} chance */
const frequent = (chance) => Math.min(WORDS - 1, Math.floor(WORDS ** (0.2 + 0.8 * chance)) - 7)

/** @param {string} configuration */
const vector = (configuration) => `to_tsvector('${configuration}', body)`

/** @param {string} configuration @returns {string[]} */
export const schema = (configuration) => [
  'CREATE EXTENSION pg_trgm',
  `CREATE TABLE docs (id int PRIMARY KEY, body text,
     words tsvector GENERATED ALWAYS AS (${vector(configuration)}) STORED)`,
]

export const FILL = 'INSERT INTO docs SELECT * FROM unnest($1::int[], $2::text[])'

/**
 * @param {string[]} bodies @param {(body: string, at: number) => string} row @param {string} table
 * @returns {Statement[]}
 */
const inLists = (bodies, row, table) => Array.from({ length: bodies.length / LIST }, (_, list) => {
  const from = list * LIST
  return { text: `INSERT INTO ${table} VALUES ${bodies.slice(from, from + LIST).map((body, at) => row(body, from + at))
    .join(', ')}` }
})

/** @param {string} configuration @returns {Work[]} */
export const workOf = (configuration) => {
  const matches = 'words @@ query'
  const search = `SELECT id, ts_rank(words, query) FROM docs, to_tsquery('${configuration}', $1) query
    WHERE ${matches} ORDER BY 2 DESC, 1 LIMIT 20`
  const pairs = [[20, 300], [5, 2000], [100, 101], [40, 12_000]]
  return [
    {
      name: 'build the words\' index', before: ['DROP INDEX IF EXISTS docs_words'],
      statements: () => [{ text: 'CREATE INDEX docs_words ON docs USING gin (words)' }],
    },
    {
      name: 'two words, ranked', answer: 'last',
      statements: ({ words }) => pairs.map(([a, b]) => ({ text: search, values: [`${words[a]} & ${words[b]}`] })),
    },
    {
      name: 'insert 10,000 one by one', inserts: true, answer: found(configuration),
      statements: (documents, rows, round) => documents.make(INSERTED, rows + round).map((body, at) =>
        ({ text: 'INSERT INTO docs VALUES ($1, $2)', values: [rows + at + 1, body] })),
    },
    {
      name: 'insert 10,000 in lists of 100', inserts: true, answer: found(configuration),
      statements: (documents, rows, round) => inLists(documents.make(INSERTED, rows + round),
        (body, at) => `(${rows + at + 1}, '${body}')`, 'docs'),
    },
    {
      name: 'insert 10,000 of to_tsvector(…) in lists', inserts: true, answer: found(configuration, 'made'),
      before: [
        'DROP TABLE IF EXISTS made', 'CREATE TABLE made (id int PRIMARY KEY, words tsvector)',
        'CREATE INDEX ON made USING gin (words)',
      ],
      statements: (documents, rows, round) => inLists(documents.make(INSERTED, rows + round),
        (body, at) => `(${at + 1}, to_tsvector('${configuration}', '${body}'))`, 'made'),
    },
    {
      name: 'insert 10,000 and put them in place', inserts: true, answer: found(configuration),
      statements: (documents, rows, round) => [
        {
          text: FILL,
          values: [Array.from({ length: INSERTED }, (_, at) => rows + at + 1), documents.make(INSERTED, rows + round)],
        },
        { text: `SELECT gin_clean_pending_list('docs_words')` },
      ],
    },
    {
      name: 'build the trigrams\' index', before: ['DROP INDEX IF EXISTS docs_trigrams'],
      statements: () => [{ text: 'CREATE INDEX docs_trigrams ON docs USING gin (body gin_trgm_ops)' }],
    },
    {
      name: 'LIKE \'%word%\'', answer: 'last',
      statements: ({ words }) => [30, 700, 9000, 25_000].map((at) =>
        ({ text: 'SELECT count(*) FROM docs WHERE body LIKE $1', values: [`%${words[at]}%`] })),
    },
  ]
}

/** @param {string} configuration */
const found = (configuration, table = 'docs') =>
  `SELECT count(*) FROM ${table} WHERE words @@ to_tsquery('${configuration}', 'b:* | t:*')`
