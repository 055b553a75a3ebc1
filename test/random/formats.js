/**
 * Random little languages: formats of to_char and its kin, regular expressions, JSON paths. All of them are right, or
 * nearly.
 */

/** @import { Random } from './random.js' */

const DATE_PARTS = [
  'YYYY', 'YYY', 'YY', 'Y', 'Y,YYY', 'IYYY', 'IYY', 'IY', 'I', 'MM', 'MON', 'Mon', 'mon', 'MONTH', 'Month', 'month',
  'RM', 'rm', 'DD', 'DDD', 'D', 'ID', 'IDDD', 'DAY', 'Day', 'day', 'DY', 'Dy', 'dy', 'W', 'WW', 'IW', 'CC', 'J', 'Q',
  'HH', 'HH12', 'HH24', 'MI', 'SS', 'MS', 'US', 'FF1', 'FF3', 'FF6', 'SSSS', 'SSSSS', 'AM', 'p.m.', 'am', 'A.M.', 'BC',
  'b.c.', 'AD', 'a.d.', 'TZ', 'tz', 'TZH', 'TZM', 'OF', 'TH', 'th',
]
const NUMBER_PARTS = [
  '9', '9', '9', '0', '0', '99', '990', '.', 'D', ',', 'G', 'S', 'MI', 'PL', 'SG', 'PR', 'V', 'EEEE', 'FM', 'TH', 'th',
  'RN', 'rn', '$', 'L', ' ', '"x"', 'B',
]

/** @param {Random} random */
export function dateFormat(random) {
  let format = ''
  for (let count = random.between(1, 6); count > 0; count--) {
    format += `${random.chance(0.2) ? 'FM' : ''}${random.pick(DATE_PARTS)}${random.chance(0.15) ? random.pick(['TH', 'th', 'SP']) : ''}${random.pick(['', '-', ' ', ':', '/', ', ', '"of"', '.', '\\"', 'T', 'x'])}`
  }
  return format
}

/**
 * A format whose fields a date can be read by, and a text for it that fits or nearly.
 * @param {Random} random
 * @returns {[string, string]} text, format
 */
export function datedText(random) {
  const fields = random.some(
    /** @type {[string, () => string | number][]} */ ([
      ['YYYY', () => random.pick([2024, 1999, 24, 12345, 0])],
      ['YY', () => random.pick(['24', '99', '5'])],
      ['MM', () => random.between(0, 13)],
      ['Mon', () => random.pick(['Jan', 'FEB', 'march', 'x'])],
      ['Month', () => random.pick(['January', 'may', 'August  '])],
      ['DD', () => random.between(0, 32)],
      ['DDD', () => random.pick([1, 200, 366, 400])],
      ['HH24', () => random.between(0, 25)],
      ['HH12', () => random.between(0, 13)],
      ['MI', () => random.between(0, 61)],
      ['SS', () => random.between(0, 61)],
      ['MS', () => random.pick(['5', '050', '999', '1234'])],
      ['US', () => random.pick(['5', '123456'])],
      ['AM', () => random.pick(['AM', 'pm', 'P.M.', 'xx'])],
      ['BC', () => random.pick(['BC', 'ad'])],
      ['IYYY', () => 2020],
      ['IW', () => random.between(0, 54)],
      ['ID', () => random.between(0, 8)],
      ['CC', () => 21],
      ['J', () => 2459000],
      ['Q', () => 2],
      ['SSSS', () => random.pick([3600, 86400, 90000])],
      ['TZH', () => random.pick(['+02', '-5', '03'])],
      ['WW', () => random.between(1, 54)],
      ['D', () => 3],
      ['Y,YYY', () => random.pick(['2,024', '12,345'])],
      ['RM', () => random.pick(['IV', 'xii', 'q'])],
    ]),
    random.between(1, 5)
  )
  const [written, read] = [
    random.pick(['-', ' ', ':', '/', '', '  ', 'T']),
    random.pick(['-', ' ', ':', '/', '', '"x"', ' ']),
  ]
  const separators = random.chance(0.6) ? [written, written] : [written, read]
  return [
    fields.map(([, text]) => text()).join(separators[0]),
    `${random.pick(['', '', 'FX', 'FM'])}${fields.map(([name]) => name).join(separators[1])}`,
  ]
}

/** @param {Random} random */
export function numberFormat(random) {
  const parts = random.times(random.between(2, 7), () => random.pick(NUMBER_PARTS))
  return `${random.chance(0.3) ? 'FM' : ''}${random.chance(0.5) ? '999' : ''}${parts.join('')}`
}

/** @param {Random} random @param {number} [depth] @returns {string} */
export function pattern(random, depth = 0) {
  const atom = () =>
    random.pick([
      () =>
        random.pick([
          'a', 'b', '1', ' ', 'c', '.', '\\d', '\\w', '\\s', '\\D', '[ab]', '[^a]', '[a-c1]', '[[:alpha:]]',
          '[[:digit:]b]', '\\.', 'x', 'A', '\\m', '\\M', '\\y', '^', '$', '\\Y', '[]a]', '[a\\]]',
        ]),
      () => (depth < 2 ? `(${pattern(random, depth + 1)})` : 'a'),
      () => (depth < 2 ? `(?:${pattern(random, depth + 1)})` : 'b'),
      () => (depth === 0 ? `(${random.pick(['?=', '?!', '?<=', '?<!'])}${pattern(random, 2)})` : 'c'),
      () => (depth === 0 && random.chance(0.3) ? `(${pattern(random, 2)})\\1` : 'b'),
    ])()
  const piece = () =>
    `${atom()}${random.pick(['', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,1}?', '{2,}'])}`
  return random.times(random.between(1, 2), () => random.times(random.between(1, 3), piece).join('')).join('|')
}

/** What patterns are tried on. @param {Random} random */
export const subject = (random) =>
  random
    .times(random.between(0, 9), () => random.pick(['a', 'b', 'c', '1', ' ', 'ab', 'A', 'aa', 'x', '.', '\n']))
    .join('')

/** @param {Random} random @param {number} [depth] */
export function jsonPath(random, depth = 0) {
  const step = () =>
    random.pick([
      '.a', '.b', '.*', '[*]', '[0]', '[last]', '[0 to 1]', '[last - 1]', '.**', '.**{1}', '.**{1 to last}', '.type()',
      '.size()', '.double()', '.abs()', '.ceiling()', '.floor()', '.keyvalue()', '."a"', '[1, 0]', '.keyvalue().key',
      '.k',
    ])
  const value = (/** @type {string} */ root) =>
    random.pick([
      `${root}${step()}`, root, '1', '2.5', '"x"', 'true', 'null', `${root}.a`, '-1', `(${root}${step()} + 1)`,
      `-${root}`,
    ])
  const predicate = (/** @type {string} */ root) =>
    random.pick([
      () => `${value(root)} ${random.pick(['==', '!=', '<', '<=', '>', '>=', '<>'])} ${value(root)}`,
      () => `exists(${root}${step()})`,
      () => `${value(root)} like_regex "${random.pick(['^a', 'x', '[0-9]', '.'])}"${random.pick(['', ' flag "i"'])}`,
      () => `${value(root)} starts with "${random.pick(['a', 'x', ''])}"`, () => `(${value(root)} == 1) is unknown`,
      () => `!(${value(root)} > 1)`,
    ])
  const condition = () =>
    random.chance(0.3) ? `${predicate('@')()} ${random.pick(['&&', '||'])} ${predicate('@')()}` : predicate('@')()
  const path = `$${random.times(random.between(0, 3), () => random.chance(0.3) && depth === 0 ? ` ? (${condition()})` : step()).join('')}`
  const mode = random.pick(['', '', 'strict ', 'lax '])
  switch (random.below(8)) {
    case 0:
      return `${mode}${predicate('$')()}`
    case 1:
      return `${mode}${path} ${random.pick(['+', '-', '*', '/', '%'])} ${random.pick(['1', '2', '0', '$.a', '2.5'])}`
    default:
      return mode + path
  }
}
