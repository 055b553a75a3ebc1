/** The patterns of date and time templates, and the names of days and months. */

const NUMERIC = [
  'Y,YYY', 'SSSSS', 'IYYY', 'IDDD', 'YYYY', 'SSSS', 'HH24', 'HH12', 'DDD', 'FF1', 'FF2', 'FF3', 'FF4', 'FF5', 'FF6',
  'IYY', 'TZH', 'TZM', 'YYY', 'CC', 'DD', 'FX', 'HH', 'ID', 'IW', 'IY', 'MI', 'MM', 'MS', 'OF', 'SS', 'US', 'WW', 'YY',
  'D', 'I', 'J', 'Q', 'W', 'Y',
]
const WORDS = ['A.D.', 'A.M.', 'B.C.', 'P.M.', 'AD', 'AM', 'BC', 'PM', 'DAY', 'DY', 'MONTH', 'MON', 'RM', 'TZ']

/** Numbers may be written in either case; of words the case is that of the output. */
export const DATETIME_PATTERNS = [
  ...new Set([
    ...NUMERIC, ...NUMERIC.map((word) => word.toLowerCase()), ...WORDS, ...WORDS.map((word) => word.toLowerCase()),
    'Day', 'Dy', 'Month', 'Mon',
  ]),
].sort((a, b) => b.length - a.length)

/** Patterns that only change in case by what they print. */
export const NUMBER_PATTERNS = new Set(NUMERIC)

export const MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November',
  'December',
]
export const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
export const ROMAN_MONTHS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']
