/**
 * Which time zone names the TimeZone setting takes: IANA names in any letter case, POSIX zones (src/types/datetime/zone-rules.js), and hours east
 * (`+5`, `-8`, shown as `<-08>+08`). Whether a name exists is Intl's business.
 */
import { invalidSettingValue } from '../errors/settings.js'
import { parsePosixZone } from '../types/datetime/zone-rules.js'

/** @param {string} text @returns {string} the name as it will be shown @throws {DbError} 22023 */
export function canonicalTimeZone(text) {
  const name = text.trim()
  if (/^(utc|gmt|zulu|z|universal|uct|etc\/utc)$/i.test(name)) return name.toUpperCase() === 'GMT' ? 'GMT' : name.toUpperCase() === 'UTC' ? 'UTC' : name
  const hours = /^([-+]?)(\d{1,2})(?:\.(\d*))?$/.exec(name)
  if (hours) {
    const sign = hours[1] === '-' ? '-' : '+'
    const flip = sign === '-' ? '+' : '-'
    const minutes = hours[3] === undefined ? '' : String(Math.trunc(Number(`0.${hours[3]}`) * 60)).padStart(2, '0')
    const clock = hours[2].padStart(2, '0') + (minutes === '' || minutes === '00' ? '' : `:${minutes}`)
    return `<${sign}${clock}>${flip}${clock}`
  }
  if (/^(PST8PDT|EST5EDT|CST6CDT|MST7MDT)$/i.test(name)) return name.toUpperCase()
  if (parsePosixZone(name) !== null) return name
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0)
    return matchCase(name)
  } catch (cause) {
    throw invalidSettingValue('TimeZone', text, undefined, undefined, cause)
  }
}

/** Restores the IANA spelling of a name typed in another letter case. @param {string} name */
function matchCase(name) {
  const wanted = name.toLowerCase()
  for (const zone of Intl.supportedValuesOf('timeZone')) if (zone.toLowerCase() === wanted) return zone
  if (/^[a-z]{3}\d[a-z]{3}$/i.test(name) || /^[a-z]{3}$/i.test(name)) return name.toUpperCase()
  return /^[a-z]/.test(name) ? name.replace(/(^|[/_-])([a-z])/g, (_all, before, letter) => before + letter.toUpperCase()) : name
}
