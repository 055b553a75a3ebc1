/**
 * Built-in functions by pg_proc.prosrc and aggregates by signature. Undefined: not there; the caller raises 0A000
 * naming it.
 */
import { aggregates } from './aggregates/aggregates.js'
import { movingAggregates } from './aggregates/moving-aggregates.js'
import { arrayFunctions } from './arrays.js'
import { comparisonFunctions } from './comparison/comparison.js'
import { conversionFunctions } from './conversion.js'
import { datetimeFunctions } from './datetime/datetime.js'
import { datetimePartFunctions } from './datetime/datetime-parts.js'
import { integerStateFunctions } from './aggregates/integer-states.js'
import { distanceFunctions } from './comparison/distances.js'
import { enumFunctions } from './enums.js'
import { floatFunctions } from './numbers/float.js'
import { administrationFunctions } from './catalog/administration.js'
import { absentFunctions } from './catalog/not-here.js'
import { serverFileFunctions } from './session/server-files.js'
import { calledTriggerFunctions } from './catalog/trigger-functions.js'
import { activityFunctions } from './catalog/activity.js'
import { definitionFunctions } from './catalog/definitions.js'
import { xpathFunctions } from './xml/xpath/xpath.js'
import { xmlFunctions } from './xml/functions.js'
import { xmlMappingFunctions } from './xml/mapping.js'
import { foreignFunctions } from './catalog/foreign.js'
import { functionTextFunctions } from './catalog/functions.js'
import { indexPropertyFunctions } from './catalog/index-properties.js'
import { informationSchemaFunctions } from './catalog/information-schema.js'
import { nameFunctions } from './catalog/names.js'
import { eventTriggerFunctions } from './catalog/event-triggers.js'
import { objectAddressFunctions } from './catalog/object-addresses.js'
import { privilegeFunctions } from './catalog/privileges.js'
import { sizeFunctions } from './catalog/sizes.js'
import { tupleIdFunctions } from './catalog/tuple-ids.js'
import { largeObjectFunctions } from './session/large-objects.js'
import { serverFunctions } from './catalog/server.js'
import { statisticsFunctions } from './catalog/statistics.js'
import { pathRegex } from './json/path/items.js'
import { jsonAggregates } from './json/aggregates.js'
import { dependentJsonFunctions, jsonFunctions } from './json/functions.js'
import { inRangeFunctions } from './comparison/in-range.js'
import { integerFunctions } from './numbers/integer.js'
import { hashFunctions } from './comparison/hash.js'
import { partitionHashFunctions } from './comparison/partition-hash.js'
import { networkFunctions } from './network/network.js'
import { overlapsFunctions } from './datetime/overlaps.js'
import { numericFunctions } from './numbers/numeric.js'
import { patternFunctions } from './strings/pattern.js'
import { PLAIN_MARK, withPlainLetters } from './strings/plain-letters.js'
import { rangeAggregates } from './aggregates/range-aggregates.js'
import { rangeFunctions } from './ranges.js'
import { seriesFunctions } from './series.js'
import { sequenceFunctions } from './session/sequences.js'
import { sessionFunctions } from './session/session.js'
import { sqlLanguageFunctions } from './sql-language.js'
import { waitingFunctions } from './session/waiting.js'
import { textFunctions } from './strings/text.js'
import { ofOtherTypes } from './other-types.js'
import { textSearchFunctions } from './textsearch/functions.js'
import { transitionFunctions } from './aggregates/transitions.js'
import { sqlValue } from './session/sql-values.js'
import { datetimeInputFunctions } from './formatting/datetime-input.js'
import { numberInputFunctions } from './formatting/number-input.js'
import { datetimeFormatFunctions } from './formatting/datetime.js'
import { numberFormatFunctions } from './formatting/number.js'
import { INLINE_HELPERS } from './impl.js'
import { isLibrarySource, libraryFunction } from './libraries.js'
import { useRegexCheck } from '../types/jsonpath/regex-check.js'
import { setRegistry } from './lookup.js'
/** @import { FunctionImpl } from './impl.js' */
/** @import { AggregateImpl } from './aggregates/aggregates.js' */

/**
 * A family is gone through when a function is asked for that none before it has: most programs never come to the later
 * ones, and in the published package what nobody asks for is not even evaluated. No two have a function of the same
 * name (a test).
 * @type {(() => FunctionImpl[])[]}
 */
export const FAMILIES = [
  () => comparisonFunctions,
  () => integerFunctions,
  () => textFunctions,
  () => patternFunctions,
  () => sequenceFunctions,
  () => datetimeFunctions,
  () => datetimePartFunctions,
  () => numericFunctions,
  () => conversionFunctions,
  () => floatFunctions,
  () => ofOtherTypes,
  () => arrayFunctions,
  () => jsonFunctions,
  () => sessionFunctions,
  () => seriesFunctions,
  () => nameFunctions,
  () => definitionFunctions,
  () => foreignFunctions,
  () => xmlFunctions,
  () => xpathFunctions,
  () => xmlMappingFunctions,
  () => serverFunctions,
  () => privilegeFunctions,
  () => administrationFunctions,
  () => activityFunctions,
  () => functionTextFunctions,
  () => objectAddressFunctions,
  () => eventTriggerFunctions,
  () => sizeFunctions,
  () => tupleIdFunctions,
  () => statisticsFunctions,
  () => overlapsFunctions,
  () => informationSchemaFunctions,
  () => indexPropertyFunctions,
  () => networkFunctions,
  () => datetimeFormatFunctions,
  () => numberFormatFunctions,
  () => datetimeInputFunctions,
  () => numberInputFunctions,
  () => hashFunctions,
  () => partitionHashFunctions,
  () => inRangeFunctions,
  () => transitionFunctions,
  () => enumFunctions,
  () => rangeFunctions,
  () => waitingFunctions,
  () => largeObjectFunctions,
  () => integerStateFunctions,
  () => textSearchFunctions,
  () => absentFunctions,
  () => serverFileFunctions,
  () => calledTriggerFunctions,
  // These end in functions of the families before them.
  () => dependentJsonFunctions({ get: builtinFunction }),
  () => sqlLanguageFunctions({ get: builtinFunction }),
  () => distanceFunctions({ get: builtinFunction }),
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
    for (const each of FAMILIES[familiesRead++]()) functions.set(each.name, each)
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
useRegexCheck((pattern, flags) => pathRegex(pattern, flags))

/**
 * @param {string} key name(argument types by typname), as sum(int4), count(*), string_agg(text,text)
 * @returns {AggregateImpl | undefined}
 */
export const builtinAggregate = (key) => aggregates.get(key) ?? jsonAggregates.get(key) ?? rangeAggregates.get(key)

/**
 * @param {string} key as builtinAggregate's
 * @returns {import('./aggregates/moving-aggregates.js').MovingAggregate | undefined}
 */
export const movingAggregate = (key) => movingAggregates.get(key)

export { INLINE_HELPERS, sqlValue }
