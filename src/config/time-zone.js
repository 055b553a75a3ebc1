/**
 * Which time zone names the TimeZone setting takes: names in any letter case (src/types/datetime/zone-names.js), POSIX
 * zones (src/types/datetime/zone-rules.js), and hours east (`+5`, `-8`, shown as `<-08>+08`).
 */
import { invalidSettingValue } from '../errors/settings.js'
import { knownZone } from '../types/datetime/zone-names.js'
import { parsePosixZone } from '../types/datetime/zone-rules.js'
import { trimBlanks } from '../util/ascii.js'

/** @param {string} text @returns {string} the name as it will be shown @throws {DbError} 22023 */
export function canonicalTimeZone(text) {
  const name = trimBlanks(text)
  const known = knownZone(name)
  if (known !== undefined) return known.name
  const hours = /^([-+]?)(\d{1,2})(?:\.(\d*))?$/.exec(name)
  if (hours) {
    const sign = hours[1] === '-' ? '-' : '+'
    const flip = sign === '-' ? '+' : '-'
    const minutes = hours[3] === undefined ? '' : String(Math.trunc(Number(`0.${hours[3]}`) * 60)).padStart(2, '0')
    const clock = hours[2].padStart(2, '0') + (minutes === '' || minutes === '00' ? '' : `:${minutes}`)
    return `<${sign}${clock}>${flip}${clock}`
  }
  if (parsePosixZone(name) !== null) return name.toUpperCase()
  // One of Intl's that came with newer data.
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0)
    return spelling(name)
  } catch (cause) {
    throw invalidSettingValue('TimeZone', text, undefined, undefined, cause)
  }
}

/** @param {string} name in any letter case */
const spelling = (name) =>
  Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase() === name.toLowerCase()) ?? name
