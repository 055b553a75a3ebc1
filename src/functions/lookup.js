/**
 * The registry's functions by name, for the families that call others of any family: they stand below the registry,
 * which hands itself down here.
 */

/** @type {(prosrc: string) => any} a FunctionImpl, undefined when there is none */
let registry = () => undefined

/** @param {typeof registry} find */
export function setRegistry(find) {
  registry = find
}

/** @param {string} prosrc */
export const lookup = (prosrc) => registry(prosrc)
