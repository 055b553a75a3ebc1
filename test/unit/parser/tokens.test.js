/**
 * Where tokens end: each rule at its edges, and all of them against the lexer of the grammar, over random texts. The
 * answers that are written out here are PostgreSQL 15's.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { loadModule, scanSync } from 'libpg-query'
import {
  blankEnd, commentEnd, continuation, dollarQuoteEnd, escapedStringEnd, isNamePart, isNameStart, KIND, lineEnd, nameEnd,
  numberEnd, quotedNameEnd, SPACE, spacesEnd, stringEnd, tokenEnd
} from '../../../src/parser/tokens.js'
import { splitStatements } from '../../../src/parser/split.js'
import { seededRandom } from '../../../src/util/prng.js'

/**
 * What a primitive takes of each text, from its beginning on.
 * @param {(text: string, at: number) => number} end
 * @param {Record<string, string | null>} cases null: it is not finished
 */
function takes(end, cases) {
  for (const [text, taken] of Object.entries(cases)) {
    for (const before of ['', 'é '])
      assert.equal(
        end(before + text, before.length),
        taken === null ? -1 : before.length + taken.length,
        JSON.stringify(text)
      )
  }
}

test('spaces', () => {
  takes(spacesEnd, { '': '', x: '', ' \t\n\r\f x': ' \t\n\r\f ', '\v': '', '\u00a0': '' })
  assert.deepEqual([...KIND.keys()].filter((unit) => KIND[unit] === SPACE), [9, 10, 12, 13, 32])
})

test('names', () => {
  takes(nameEnd, { '': '', 'a1$_é€😀 b': 'a1$_é€😀', 'a-b': 'a', 'a"b"': 'a' })
  takes(quotedNameEnd, { '""': '""', '"a""b"c': '"a""b"', '"a"" ': null, '"': null, '"\'--/*" ': '"\'--/*"' })
  assert.deepEqual([...'aZ_é19$-\''].filter((letter) => isNameStart(letter.charCodeAt(0))).join(''), 'aZ_é')
  assert.deepEqual([...'aZ_é19$-\''].filter((letter) => isNamePart(letter.charCodeAt(0))).join(''), 'aZ_é19$')
  assert.ok(!isNamePart(NaN) && !isNameStart(NaN))
})

test('comments', () => {
  takes(lineEnd, { '-- x': '-- x', '-- x\ny': '-- x', '-- x\ry': '-- x', '--': '--' })
  takes(commentEnd, {
    '/**/x': '/**/',
    '/***/x': '/***/',
    '/*/ */x': '/*/ */',
    '/* /* */ */x': '/* /* */ */',
    '/*/**/*/x': '/*/**/*/',
    '/* -- \n */x': '/* -- \n */',
    "/* ' */'": "/* ' */",
    '/*': null,
    '/*/': null,
    '/* /* */': null,
    '/* *': null,
  })
  takes(blankEnd, {
    ' /* a */ -- b\n\t x': ' /* a */ -- b\n\t ',
    '-- end': '-- end',
    'x ': '',
    ' /* ': null,
    '- -': '',
  })
})

test('strings', () => {
  takes(stringEnd, {
    "''": "''", "'a''b'c": "'a''b'", "''''": "''''", "'a\\'b'": "'a\\'", "'": null, "'''": null, "'a''": null,
  })
  takes(escapedStringEnd, {
    "''": "''", "'a\\'b'c": "'a\\'b'", "'a''b'": "'a''b'", "'\\\\'x": "'\\\\'", "'\\'": null, "'\\": null, "'": null,
  })
  takes(
    (text, at) => {
      const quote = continuation(text, at)
      return quote < 0 ? at : quote
    },
    {
      "\n'": '\n', "\r'": '\r', " \t\n \f'": ' \t\n \f', " '": '', "'": '', '\n': '', '\n"': '', "--\n'": '--\n',
      " -- 'it' \n\n -- x\r 'b'": " -- 'it' \n\n -- x\r ", "\n -- x '": '', "/* */\n'": '', "\n/* */'": '', "\v\n'": '',
    },
  )
})

test('dollar quotes', () => {
  takes(dollarQuoteEnd, { '$$$$': '$$$$', "$$a'$$b": "$$a'$$", '$a$ $b$ $$ $a$$a$': '$a$ $b$ $$ $a$', '$é_1$x$é_1$': '$é_1$x$é_1$', '$$a$ $$': '$$a$ $$', '$a$$A$$a$': '$a$$A$$a$', $$: null, '$1$x$1$': '', '$a': '', '$a b$': '', '$-$': '', $: '', '$a$x$b$': null, '$a$x$a': null, '$$$': null })
})

test('numbers', () => {
  takes(numberEnd, {
    12: '12', '1.5x': '1.5', '1.': '1.', '.5.5': '.5', '1..2': '1', '1.5.3': '1.5', '1e5': '1e5', '1.e5': '1.e5',
    '.5E-10x': '.5E-10', '1e': '1', '1e+': '1', '1.5e+x': '1.5', '0x1F': '0', '1_000': '1', '1e5e6': '1e5', '1$1': '1',
    '1é': '1',
  })
})

test('tokens', () => {
  takes(tokenEnd, {
    "e'\\''x": "e'\\''", "E'a'\n'\\''x": "E'a'\n'\\''", "'a' -- it's\n'b'x": "'a' -- it's\n'b'", "'a' 'b'": "'a'", "'a'\n'b": null, "n'a\\'x": "n'a\\'", "B'1'\n'0'": "B'1'\n'0'", "x'\\'": "x'\\'", "b'1''0'": "b'1'", "U&'\\'x": "U&'\\'", 'u&"a\'""b"x': 'u&"a\'""b"', 'u&x': 'u', "u &'a'": 'u',
    "be'\\'": 'be', "e1'a'": 'e1', e: 'e', "_e'": '_e', '$12a': '$12', '$1$$': '$1', $a: '$', '$a$$a$b': '$a$$a$', 'a$$b$$': 'a$$b$$', '-1': '-', '--1\n': '--1', '-/**/': '-', '/1': '/', '//* */': '/', '.5': '.5', '.a': '.', '..5': '..', '1.a': '1.', ';;': ';', '\v\v': '\v', '  x': '  ', '"': null, "'": null, '/*': null, $$$$a: '$$$$', $$a: null,
  })
  // standard_conforming_strings = off
  takes((text, at) => tokenEnd(text, at, true), {
    "'a\\''x": "'a\\''",
    "'a'\n'\\''x": "'a'\n'\\''",
    "n'\\''x": "n'\\''",
    "b'\\'x": "b'\\'",
    "U&'\\'x": "U&'\\'",
    "'\\'": null,
  })
})

const PIECES = ['a', 'e', 'E', 'n', 'b', 'x', 'u', '&', "U&'", 'u&"', "'", "'", "''", '"', '""', '\\', "\\'", '$', '$$', '$a$', '$1', '1', '12', '0', '.', '.5', 'e5', 'E-5', '+', '-', '--', '/', '*', '/*', '*/', '\n', '\r', '\n', ' ', '\t', '\f', ';', '(', ')', ',', '::', '<>', '@', 'é', '€', '😀', 'in', '|']

test('the grammar cuts where these do', async (context) => {
  await loadModule()
  const seed = Number(process.env.SEED ?? 20261123)
  context.annotate(`seed ${seed}`)
  const random = seededRandom(seed)
  let same = 0
  for (let round = 0; round < 40_000; round++) {
    const text = Array.from({ length: 1 + random.below(12) }, () => PIECES[random.below(PIECES.length)]).join('')
    const bytes = new TextEncoder().encode(text)
    let tokens
    try {
      ({ tokens } = scanSync(text))
    } catch {
      continue // something is not finished, or no token begins so
    }
    // What it reads otherwise than PostgreSQL 15 (differences.js): comments between the pieces of a string, 0x1 as a
    // number.
    if (/'\s*--|0[bx]/i.test(text)) continue
    const own = []
    for (let at = 0, end = 0; at < text.length; at = end) {
      end = tokenEnd(text, at)
      assert.ok(end > at, `${JSON.stringify(text)} at ${at}`)
      if (spacesEnd(text, at) !== end) own.push(text.slice(at, end))
    }
    // Operators come here one character at a time, and N'…' comes there in two.
    const theirs = /** @type {string[]} */ ([])
    let before = -1
    for (const { start, end, tokenName } of tokens) {
      const token = new TextDecoder().decode(bytes.subarray(start, end))
      if (before === start && token[0] === "'" && /^n$/i.test(/** @type {string} */ (theirs.at(-1))))
        theirs.push(theirs.pop() + token)
      else if (!tokenName.endsWith('COMMENT') && token !== '..' && /^[^\s\w'"$\u0080-\uffff]{2,}$/.test(token))
        theirs.push(...token)
      else theirs.push(token)
      before = end
    }
    assert.deepEqual(own, theirs, JSON.stringify(text))
    same++
  }
  context.annotate(`${same} texts`)
  assert.ok(same > 5000, `${same} texts`)
})

test('statements of a text', () => {
  const pieces = (/** @type {string} */ text) => {
    const places = splitStatements(text) ?? []
    return Array.from({ length: places.length / 2 }, (_, at) => text.slice(places[2 * at], places[2 * at + 1]))
  }
  assert.deepEqual(pieces("select ';' ; /* ; */ -- ;\r select $a$;$a$, E'\\';';;"), [
    "select ';' ",
    "select $a$;$a$, E'\\';'",
  ])
  assert.deepEqual(pieces("select E'a' -- it's\n'\\' ; select '; select 2"), [
    "select E'a' -- it's\n'\\' ; select '",
    'select 2',
  ])
  assert.deepEqual(pieces('select 1$$;$$; select 2 -- no more;'), ['select 1$$;$$', 'select 2 -- no more;'])
  for (const text of [
    'select 1;',
    'select 1; -- x',
    "select '; select 2",
    'select (1; select 2',
    'select 1); select 2',
    'select 1; select /* 2',
  ])
    assert.deepEqual(pieces(text), [], text)
})
