/**
 * Built-in functions by pg_proc.prosrc and aggregates by signature. Undefined: not there; the caller raises 0A000
 * naming it.
 */
import { aggregates } from './aggregates/aggregates.js'
import { comparisonFunctions } from './comparison/comparison.js'
import { integerFunctions } from './numbers/integer.js'
import { PLAIN_MARK, withPlainLetters } from './strings/plain-letters.js'
import { sqlValue } from './session/sql-values.js'
import { INLINE_HELPERS } from './impl.js'
import { isLibrarySource, libraryFunction } from './libraries.js'
import { useRegexCheck } from '../types/jsonpath/regex-check.js'
import { setRegistry } from './lookup.js'
import { later } from '../util/later.js'

/** @type {() => typeof import('./aggregates/moving-aggregates.js')} */
const moving = later(import.meta.url, './aggregates/moving-aggregates.js')
/** @type {() => typeof import('./arrays.js')} */
const arrays = later(import.meta.url, './arrays.js')
/** @type {() => typeof import('./conversion.js')} */
const conversion = later(import.meta.url, './conversion.js')
/** @type {() => typeof import('./datetime/datetime.js')} */
const datetime = later(import.meta.url, './datetime/datetime.js')
/** @type {() => typeof import('./datetime/datetime-parts.js')} */
const datetimeParts = later(import.meta.url, './datetime/datetime-parts.js')
/** @type {() => typeof import('./aggregates/integer-states.js')} */
const integerStates = later(import.meta.url, './aggregates/integer-states.js')
/** @type {() => typeof import('./comparison/distances.js')} */
const distances = later(import.meta.url, './comparison/distances.js')
/** @type {() => typeof import('./enums.js')} */
const enums = later(import.meta.url, './enums.js')
/** @type {() => typeof import('./numbers/float.js')} */
const float = later(import.meta.url, './numbers/float.js')
/** @type {() => typeof import('./catalog/administration.js')} */
const administration = later(import.meta.url, './catalog/administration.js')
/** @type {() => typeof import('./catalog/not-here.js')} */
const notHere = later(import.meta.url, './catalog/not-here.js')
/** @type {() => typeof import('./session/server-files.js')} */
const serverFiles = later(import.meta.url, './session/server-files.js')
/** @type {() => typeof import('./catalog/trigger-functions.js')} */
const triggerFunctions = later(import.meta.url, './catalog/trigger-functions.js')
/** @type {() => typeof import('./catalog/activity.js')} */
const activity = later(import.meta.url, './catalog/activity.js')
/** @type {() => typeof import('./catalog/definitions.js')} */
const definitions = later(import.meta.url, './catalog/definitions.js')
/** @type {() => typeof import('./xml/xpath/xpath.js')} */
const xpath = later(import.meta.url, './xml/xpath/xpath.js')
/** @type {() => typeof import('./xml/functions.js')} */
const xml = later(import.meta.url, './xml/functions.js')
/** @type {() => typeof import('./xml/mapping.js')} */
const xmlMapping = later(import.meta.url, './xml/mapping.js')
/** @type {() => typeof import('./catalog/foreign.js')} */
const foreign = later(import.meta.url, './catalog/foreign.js')
/** @type {() => typeof import('./catalog/functions.js')} */
const functionTexts = later(import.meta.url, './catalog/functions.js')
/** @type {() => typeof import('./catalog/index-properties.js')} */
const indexProperties = later(import.meta.url, './catalog/index-properties.js')
/** @type {() => typeof import('./catalog/information-schema.js')} */
const informationSchema = later(import.meta.url, './catalog/information-schema.js')
/** @type {() => typeof import('./catalog/names.js')} */
const names = later(import.meta.url, './catalog/names.js')
/** @type {() => typeof import('./catalog/event-triggers.js')} */
const eventTriggers = later(import.meta.url, './catalog/event-triggers.js')
/** @type {() => typeof import('./catalog/object-addresses.js')} */
const objectAddresses = later(import.meta.url, './catalog/object-addresses.js')
/** @type {() => typeof import('./catalog/privileges.js')} */
const privileges = later(import.meta.url, './catalog/privileges.js')
/** @type {() => typeof import('./catalog/sizes.js')} */
const sizes = later(import.meta.url, './catalog/sizes.js')
/** @type {() => typeof import('./catalog/tuple-ids.js')} */
const tupleIds = later(import.meta.url, './catalog/tuple-ids.js')
/** @type {() => typeof import('./session/large-objects.js')} */
const largeObjects = later(import.meta.url, './session/large-objects.js')
/** @type {() => typeof import('./catalog/server.js')} */
const server = later(import.meta.url, './catalog/server.js')
/** @type {() => typeof import('./catalog/statistics.js')} */
const statistics = later(import.meta.url, './catalog/statistics.js')
/** @type {() => typeof import('./json/path/items.js')} */
const jsonPathItems = later(import.meta.url, './json/path/items.js')
/** @type {() => typeof import('./json/aggregates.js')} */
const ofJson = later(import.meta.url, './json/aggregates.js')
/** @type {() => typeof import('./json/functions.js')} */
const json = later(import.meta.url, './json/functions.js')
/** @type {() => typeof import('./comparison/in-range.js')} */
const inRange = later(import.meta.url, './comparison/in-range.js')
/** @type {() => typeof import('./comparison/hash.js')} */
const hash = later(import.meta.url, './comparison/hash.js')
/** @type {() => typeof import('./comparison/partition-hash.js')} */
const partitionHash = later(import.meta.url, './comparison/partition-hash.js')
/** @type {() => typeof import('./network/network.js')} */
const network = later(import.meta.url, './network/network.js')
/** @type {() => typeof import('./datetime/overlaps.js')} */
const overlaps = later(import.meta.url, './datetime/overlaps.js')
/** @type {() => typeof import('./numbers/numeric.js')} */
const numeric = later(import.meta.url, './numbers/numeric.js')
/** @type {() => typeof import('./strings/pattern.js')} */
const patterns = later(import.meta.url, './strings/pattern.js')
/** @type {() => typeof import('./aggregates/range-aggregates.js')} */
const ofRanges = later(import.meta.url, './aggregates/range-aggregates.js')
/** @type {() => typeof import('./ranges.js')} */
const ranges = later(import.meta.url, './ranges.js')
/** @type {() => typeof import('./series.js')} */
const series = later(import.meta.url, './series.js')
/** @type {() => typeof import('./session/sequences.js')} */
const sequences = later(import.meta.url, './session/sequences.js')
/** @type {() => typeof import('./session/session.js')} */
const session = later(import.meta.url, './session/session.js')
/** @type {() => typeof import('./sql-language.js')} */
const sqlLanguage = later(import.meta.url, './sql-language.js')
/** @type {() => typeof import('./session/waiting.js')} */
const waiting = later(import.meta.url, './session/waiting.js')
/** @type {() => typeof import('./strings/text.js')} */
const text = later(import.meta.url, './strings/text.js')
/** @type {() => typeof import('./other-types.js')} */
const otherTypes = later(import.meta.url, './other-types.js')
/** @type {() => typeof import('./textsearch/functions.js')} */
const textSearch = later(import.meta.url, './textsearch/functions.js')
/** @type {() => typeof import('./aggregates/transitions.js')} */
const transitions = later(import.meta.url, './aggregates/transitions.js')
/** @type {() => typeof import('./formatting/datetime-input.js')} */
const datetimeInput = later(import.meta.url, './formatting/datetime-input.js')
/** @type {() => typeof import('./formatting/number-input.js')} */
const numberInput = later(import.meta.url, './formatting/number-input.js')
/** @type {() => typeof import('./formatting/datetime.js')} */
const datetimeFormat = later(import.meta.url, './formatting/datetime.js')
/** @type {() => typeof import('./formatting/number.js')} */
const numberFormat = later(import.meta.url, './formatting/number.js')
/** @import { FunctionImpl } from './impl.js' */
/** @import { AggregateImpl } from './aggregates/aggregates.js' */

/**
 * A family is gone through when a function is asked for that none before it has: most programs never come to the later
 * ones, which are not even loaded then. No two have a function of the same name (a test).
 * @type {(() => FunctionImpl[])[]}
 */
export const FAMILIES = [
  () => comparisonFunctions,
  () => integerFunctions,
  () => text().textFunctions,
  () => patterns().patternFunctions,
  () => sequences().sequenceFunctions,
  () => datetime().datetimeFunctions,
  () => datetimeParts().datetimePartFunctions,
  () => numeric().numericFunctions,
  () => conversion().conversionFunctions,
  () => float().floatFunctions,
  () => otherTypes().ofOtherTypes,
  () => arrays().arrayFunctions,
  () => json().jsonFunctions,
  () => session().sessionFunctions,
  () => series().seriesFunctions,
  () => names().nameFunctions,
  () => definitions().definitionFunctions,
  () => foreign().foreignFunctions,
  () => xml().xmlFunctions,
  () => xpath().xpathFunctions,
  () => xmlMapping().xmlMappingFunctions,
  () => server().serverFunctions,
  () => privileges().privilegeFunctions,
  () => administration().administrationFunctions,
  () => activity().activityFunctions,
  () => functionTexts().functionTextFunctions,
  () => objectAddresses().objectAddressFunctions,
  () => eventTriggers().eventTriggerFunctions,
  () => sizes().sizeFunctions,
  () => tupleIds().tupleIdFunctions,
  () => statistics().statisticsFunctions,
  () => overlaps().overlapsFunctions,
  () => informationSchema().informationSchemaFunctions,
  () => indexProperties().indexPropertyFunctions,
  () => network().networkFunctions,
  () => datetimeFormat().datetimeFormatFunctions,
  () => numberFormat().numberFormatFunctions,
  () => datetimeInput().datetimeInputFunctions,
  () => numberInput().numberInputFunctions,
  () => hash().hashFunctions,
  () => partitionHash().partitionHashFunctions,
  () => inRange().inRangeFunctions,
  () => transitions().transitionFunctions,
  () => enums().enumFunctions,
  () => ranges().rangeFunctions,
  () => waiting().waitingFunctions,
  () => largeObjects().largeObjectFunctions,
  () => integerStates().integerStateFunctions,
  () => textSearch().textSearchFunctions,
  () => notHere().absentFunctions,
  () => serverFiles().serverFileFunctions,
  () => triggerFunctions().calledTriggerFunctions,
  // These end in functions of the families before them.
  () => json().dependentJsonFunctions({ get: builtinFunction }),
  () => sqlLanguage().sqlLanguageFunctions({ get: builtinFunction }),
  () => distances().distanceFunctions({ get: builtinFunction }),
]

/** @type {Map<string, FunctionImpl>} of the families so far */
const functions = new Map()
let familiesRead = 0

/** @param {string} prosrc or the code's name in a library (libraries.js) @returns {FunctionImpl | undefined} */
export function builtinFunction(prosrc) {
  if (isLibrarySource(prosrc)) return libraryFunction(prosrc)
  for (;;) {
    const impl = functions.get(prosrc)
    if (impl !== undefined || familiesRead === FAMILIES.length) return impl
    readFamily(familiesRead++)
  }
}

/** One that cannot be loaded now, for want of stack or descriptors, is read again. @param {number} at */
function readFamily(at) {
  try {
    for (const each of FAMILIES[at]()) functions.set(each.name, each)
  } catch (error) {
    familiesRead = at
    throw error
  }
}

/**
 * The same where letters are ASCII's: in the collation "C". @param {string} prosrc @returns {FunctionImpl | undefined}
 */
export function plainFunction(prosrc) {
  const impl = builtinFunction(prosrc)
  return impl && withPlainLetters(impl)
}

/** By the name that an implementation has. @param {string} name @returns {FunctionImpl | undefined} */
export const implementationNamed = (name) => name.endsWith(PLAIN_MARK)
  ? plainFunction(name.slice(0, -PLAIN_MARK.length)) : builtinFunction(name)

setRegistry(builtinFunction)
useRegexCheck((pattern, flags) => jsonPathItems().pathRegex(pattern, flags))

/**
 * @param {string} key name(argument types by typname), as sum(int4), count(*), string_agg(text,text)
 * @returns {AggregateImpl | undefined}
 */
export const builtinAggregate = (key) =>
  aggregates.get(key) ?? ofJson().jsonAggregates.get(key) ?? ofRanges().rangeAggregates.get(key)

/**
 * @param {string} key as builtinAggregate's
 * @returns {import('./aggregates/moving-aggregates.js').MovingAggregate | undefined}
 */
export const movingAggregate = (key) => moving().movingAggregates.get(key)

export { INLINE_HELPERS, sqlValue }
