/** What values of types, and calls of functions on them, can do wrong; conditions of class 22 are in data.js. */
import { DbError } from './db-error.js'

/** 22000. */
export const notOneDimensional = () => new DbError('22000', 'argument must be empty or one-dimensional array')

/** 0A000. */
export const enumTypeUnknown = () => new DbError('0A000', 'could not determine actual enum type')

/** 55000. @param {string} name */
export const emptyEnum = (name) => new DbError('55000', `enum ${name} contains no values`)

/** 0A000. @param {number | string} oid */
export const valuesNotSupported = (oid) => new DbError('0A000', `values of the type with OID ${oid} are not supported`)

/** 0A000. @param {string | number} name */
export const noInput = (name) => new DbError('0A000', `cannot accept a value of type ${name}`)

/** 0A000. @param {string} name */
export const noOutput = (name) => new DbError('0A000', `cannot display a value of type ${name}`)

/** 42804. */
export const differentColumnCounts = () =>
  new DbError('42804', 'cannot compare record types with different numbers of columns')

/** 42704. @param {number} oid */
export const undefinedDatabaseOid = (oid) => new DbError('42704', `database with OID ${oid} does not exist`)

/** 42704. @param {number | string} oid */
export const undefinedCollationOid = (oid) => new DbError('42704', `collation with OID ${oid} does not exist`)

/** 0A000. @param {string} name */
export const functionIsGone = (name) => new DbError('0A000', `${name} is no longer supported`)

/** XX000. @param {number} typeOid */
export const notARangeType = (typeOid) => new DbError('XX000', `type ${typeOid} is not a range type`)

/** 42883. @param {string} display */
export const noHashFunction = (display) =>
  new DbError('42883', `could not identify a hash function for type ${display}`)

/** XX000. @param {number | string} typeOid */
export const enumLookupFailed = (typeOid) => new DbError('XX000', `cache lookup failed for enum type ${typeOid}`)

/** 22P03. @param {number | string} oid */
export const invalidEnumOid = (oid) => new DbError('22P03', `invalid internal value for enum: ${oid}`)

/** XX000. @param {number | string} typeOid */
export const unknownRecordType = (typeOid) => new DbError('XX000', `the fields of record type ${typeOid} are unknown`)

/** 42804. @param {string} display @param {string} display2 @param {string | number} what */
export const dissimilarColumnTypes = (display, display2, what) =>
  new DbError('42804', `cannot compare dissimilar column types ${display} and ${display2} at record column ${what}`)

/** 42804. @param {number | string} count @param {number | string} length */
export const wrongRecordColumnCount = (count, length) =>
  new DbError('42804', `wrong number of columns: ${count}, expected ${length}`)

/**
 * 42804.
 * @param {number | string} oid
 * @param {string | number} what
 * @param {string | number} type
 * @param {string} display
 * @param {string | number} what2
 */
export const wrongBinaryColumnType = (oid, what, type, display, what2) =>
  new DbError('42804',
    `binary data has type ${oid} (${what}) instead of expected ${type} (${display}) in record column ${what2}`)

/** 0A000. */
export const anonymousRecordInput = () => new DbError('0A000', 'input of anonymous composite types is not implemented')

/** 42601. @param {string | number} what */
export const tooManyDottedNames = (what) =>
  new DbError('42601', `improper relation name (too many dotted names): ${what}`)

/** 22P02. */
export const leftParenthesisExpected = () => new DbError('22P02', 'expected a left parenthesis')

/** 22P02. */
export const rightParenthesisExpected = () => new DbError('22P02', 'expected a right parenthesis')

/** 22P02. */
export const typeNameExpected = () => new DbError('22P02', 'expected a type name')

/** 22P02. */
export const improperTypeName = () => new DbError('22P02', 'improper type name')

/** 42P02. */
export const missingOperatorArgument = () =>
  new DbError('42P02', 'missing argument', { hint: 'Use NONE to denote the missing argument of a unary operator.' })

/** 54023. */
export const tooManyArguments2 = () =>
  new DbError('54023', 'too many arguments', { hint: 'Provide two argument types for operator.' })

/** 54023. */
export const tooManyArgumentTypes = () => new DbError('54023', 'too many arguments')

/** 42883. @param {string} display */
export const noBinaryInput = (display) => new DbError('42883', `no binary input function available for type ${display}`)

/** 42883. @param {string} display */
export const noBinaryOutput = (display) =>
  new DbError('42883', `no binary output function available for type ${display}`)

/** XX000. */
export const wrongIntervalArray = () => new DbError('XX000', 'expected 2-element interval array')

/** XX000. */
export const wrongIntegerArray = () => new DbError('XX000', 'expected 2-element int8 array')

/** XX000. @param {string} name @param {number | string} count */
export const wrongTransitionArray = (name, count) =>
  new DbError('XX000', `${name}: expected ${count}-element float8 array`)

/** XX000. @param {number | string} parentOid */
export const relationNotOpened = (parentOid) => new DbError('XX000', `could not open relation with OID ${parentOid}`)

/** 22023. @param {string} name */
export const notHashPartitioned = (name) => new DbError('22023', `"${name}" is not a hash partitioned table`)

/** 22023. @param {number | string} wanted @param {number} given */
export const wrongPartitionKeyCount = (wanted, given) =>
  new DbError('22023',
    `number of partitioning columns (${wanted}) does not match number of partition keys provided (${given})`)

/** 42883. @param {string | number} what @param {string} name */
export const noPartitionHash = (what, name) =>
  new DbError('42883', `could not identify ${what} function for type ${name}`)

/** 0A000. @param {string} name */
export const unitNotOfInterval = (name) =>
  new DbError('0A000', `unit "${name}" not supported for type interval`, {
    detail: 'Months usually have fractional weeks.',
  })

/** 0A000. */
export const binsOfMonths = () =>
  new DbError('0A000', 'timestamps cannot be binned into intervals containing months or years')

/** 0A000. */
export const circleWithoutRadius = () => new DbError('0A000', 'cannot convert circle with radius zero to polygon')

/** 22003. */
export const macaddr8OutOfRange = () =>
  new DbError('22003',
    'macaddr8 data out of range to convert to macaddr', {
    hint: 'Only addresses that have FF and FE as values in the 4th and 5th bytes from the left, '
      + 'for example xx:xx:xx:ff:fe:xx:xx:xx, are eligible to be converted from macaddr8 to macaddr.',
  })

/** 22026. @param {string} operation */
export const bitSizesDiffer = (operation) => new DbError('22026', `cannot ${operation} bit strings of different sizes`)

/** 0A000. */
export const noAsciiFromUtf8 = () => new DbError('0A000', 'encoding conversion from UTF8 to ASCII not supported')

/** 0A000. @param {string} name */
export const noAsciiFrom = (name) => new DbError('0A000', `encoding conversion from ${name} to ASCII not supported`)

/** 42704. @param {string | number} code */
export const invalidEncodingCode = (code) => new DbError('42704', `${code} is not a valid encoding code`)

/** 2200C. */
export const tooManyPatternSeparators = () =>
  new DbError('2200C', 'SQL regular expression may not contain more than two escape-double-quote separators')

/** 42601. */
export const invalidUnicodeEscape = () =>
  new DbError('42601', 'invalid Unicode escape', {
    hint: 'Unicode escapes must be \\XXXX, \\+XXXXXX, \\uXXXX, or \\UXXXXXXXX.',
  })

/** 42601. */
export const invalidUnicodeCodePoint = () => new DbError('42601', 'invalid Unicode code point')

/** 42601. */
export const invalidUnicodeSurrogatePair = () => new DbError('42601', 'invalid Unicode surrogate pair')

/** 22023. @param {string} name */
export const timeZoneNotRecognized = (name) => new DbError('22023', `time zone "${name}" not recognized`)

/** 22008. */
export const intervalOutOfRange = () => new DbError('22008', 'interval out of range')

/** 22P02. @param {string} text */
export const invalidCidrValue = (text) =>
  new DbError('22P02', `invalid cidr value: "${text}"`, { detail: 'Value has bits set to right of mask.' })

/** 22P03. */
export const invalidExternalCidrValue = () =>
  new DbError('22P03', 'invalid external "cidr" value', { detail: 'Value has bits set to right of mask.' })

/** 08P01. */
export const noDataLeftInMessage = () => new DbError('08P01', 'no data left in message')

/** 22026. @param {string | number} bits @param {number | string} typmod */
export const bitLengthMismatch = (bits, typmod) =>
  new DbError('22026', `bit string length ${bits} does not match type bit(${typmod})`)

/** 22001. @param {number | string} typmod */
export const bitStringTooLong = (typmod) => new DbError('22001', `bit string too long for type bit varying(${typmod})`)

/** XX000. @param {string} locale */
export const noCollatorFor = (locale) =>
  new DbError('XX000', `could not open collator for locale "${locale}": U_ILLEGAL_ARGUMENT_ERROR`)

/** 0A000 */
export const noExpandedExpressions = () =>
  new DbError('0A000', 'XQuery "x" flag (expanded regular expressions) is not implemented')

/** 0A000. @param {string} type */
export const noBtreeOver = (type) => new DbError('0A000', `a btree index over type ${type} is not supported`)

/** 0A000. @param {string} verb @param {string | number} type */
export const cannotDo = (verb, type) => new DbError('0A000', `cannot ${verb} a value of type ${type}`)
