/** <?xml version=… standalone=…?>: read off the head of a value, and written where it says anything. */

/**
 * @typedef {object} Declaration
 * @property {number} length of it, 0: there is none
 * @property {string | null} version
 * @property {boolean | null} standalone null: not said
 */

/** @type {Declaration} */
const NONE = Object.freeze({ length: 0, version: null, standalone: null })

const DEFAULT_VERSION = '1.0'

const BLANK = '[ \\t\\r\\n]'
const VALUE = `${BLANK}*=${BLANK}*(?:"([^"]*)"|'([^']*)')`
const DECLARATION = new RegExp(
  `^<\\?xml${BLANK}+version${VALUE}(?:${BLANK}+encoding${VALUE})?(?:${BLANK}+standalone${VALUE})?${BLANK}*\\?>`
)
/** What begins so is a declaration, right or wrong; `<?xml-stylesheet` is not. */
const BEGINS = /^<\?xml(?![-.:\w\u00b7-\uffff])/

/**
 * @param {string} text
 * @returns {Declaration | string} a string: what is wrong with it
 */
export function readDeclaration(text) {
  if (!BEGINS.test(text)) return NONE
  const found = DECLARATION.exec(text)
  if (found === null) return 'line 1: the XML declaration is malformed'
  const [whole, version1, version2, , , standalone1, standalone2] = found
  const standalone = standalone1 ?? standalone2
  if (standalone !== undefined && standalone !== 'yes' && standalone !== 'no') {
    return 'line 1: standalone accepts only \'yes\' or \'no\''
  }
  return {
    length: whole.length, version: version1 ?? version2,
    standalone: standalone === undefined ? null : standalone === 'yes',
  }
}

/** Of a value that is there: it was read before. @param {string} text @returns {Declaration} */
export function declarationOf(text) {
  const found = readDeclaration(text)
  return typeof found === 'string' ? NONE : found
}

/** @param {string | null} version @param {boolean | null} standalone @returns {string} '': nothing is to be said */
export function writeDeclaration(version, standalone) {
  if ((version === null || version === DEFAULT_VERSION) && standalone === null) return ''
  const rest = standalone === null ? '' : ` standalone="${standalone ? 'yes' : 'no'}"`
  return `<?xml version="${version ?? DEFAULT_VERSION}"${rest}?>`
}

/** As a client sees a value. @param {string} value @returns {string} */
export function shownXml(value) {
  const { length, version, standalone } = declarationOf(value)
  if (length === 0) return value
  const declaration = writeDeclaration(version, standalone)
  // A first line that held nothing else is not left empty.
  const from = declaration === '' && value[length] === '\n' ? length + 1 : length
  return declaration + value.slice(from)
}
