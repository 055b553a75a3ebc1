/**
 * Tables asked for words that users wrote. An object literal also answers for what every object inherits
 * ("constructor", "__proto__"); these do not.
 * @template T @param {Record<string, T>} entries @returns {Record<string, T>}
 */
export const wordTable = (entries) => Object.freeze(Object.assign(Object.create(null), entries))
