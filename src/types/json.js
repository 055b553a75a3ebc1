/**
 * json input: the text is kept as it came; this only says whether it is JSON (RFC 8259, as PostgreSQL and JSON.parse agree), and when
 * not, which token is to blame.
 */
import { invalidText } from '../errors/data.js'

/** 22P02. @param {string} text */
export function validateJson(text) {
  try {
    JSON.parse(text)
  } catch {
    throw invalidText('invalid input syntax for type json', complaint(text))
  }
}

const TOKEN = /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-]))|((?:true|false|null)(?!\w)))/y
const WORD = /[ \t\n\r]*([\w.+$-]+|[\s\S])/y
const STRING_HEAD = /[ \t\n\r]*"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y

/** The detail line PostgreSQL prints. @param {string} text @returns {string} */
function complaint(text) {
  /** what may come: v value, V value or ], k key or }, K key, c colon, o , or }, a , or ], e end @type {string[]} */
  const stack = []
  let expect = 'v'
  let at = 0
  for (;;) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)
    if (match === null) return badToken(text, at)
    at = TOKEN.lastIndex
    const token = match[1] ?? (match[2] !== undefined ? '"' : '1')
    const isValue = token === '"' || token === '1' || token === '{' || token === '['
    const shown = match[0].trimStart()
    if (expect === 'v' || expect === 'V') {
      if (token === ']' && expect === 'V') expect = closed(stack)
      else if (!isValue) return expect === 'V' ? `Expected array element or "]", but found "${shown}".` : `Expected JSON value, but found "${shown}".`
      else if (token === '{') { stack.push('o'); expect = 'k' } else if (token === '[') { stack.push('a'); expect = 'V' } else expect = stack.at(-1) ?? 'e'
    } else if (expect === 'k' || expect === 'K') {
      if (token === '"') expect = 'c'
      else if (token === '}' && expect === 'k') expect = closed(stack)
      else return expect === 'k' ? `Expected string or "}", but found "${shown}".` : `Expected string, but found "${shown}".`
    } else if (expect === 'c') {
      if (token !== ':') return `Expected ":", but found "${shown}".`
      expect = 'v'
    } else if (expect === 'o') {
      if (token === ',') expect = 'K'
      else if (token === '}') expect = closed(stack)
      else return `Expected "," or "}", but found "${shown}".`
    } else if (expect === 'a') {
      if (token === ',') expect = 'v'
      else if (token === ']') expect = closed(stack)
      else return `Expected "," or "]", but found "${shown}".`
    } else {
      return `Expected end of input, but found "${shown}".`
    }
  }
}

/** @param {string[]} stack */
function closed(stack) {
  stack.pop()
  return stack.at(-1) ?? 'e'
}

/** @param {string} text @param {number} at */
function badToken(text, at) {
  if (/^[ \t\n\r]*$/.test(text.slice(at))) return 'The input string ended unexpectedly.'
  STRING_HEAD.lastIndex = at
  const head = STRING_HEAD.exec(text)
  if (head !== null) {
    const rest = text.slice(STRING_HEAD.lastIndex)
    if (rest === '' || rest === '\\') return `Token "${text.slice(at).trimStart()}" is invalid.`
    if (rest[0] === '\\' && rest[1] === 'u') return '"\\u" must be followed by four hexadecimal digits.'
    if (rest[0] === '\\') return `Escape sequence "\\${rest[1]}" is invalid.`
    return `Character with value 0x${rest.charCodeAt(0).toString(16).padStart(2, '0')} must be escaped.`
  }
  WORD.lastIndex = at
  return `Token "${WORD.exec(text)?.[1] ?? ''}" is invalid.`
}
