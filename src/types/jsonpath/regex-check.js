/**
 * The check of a like_regex pattern: the engine of regular expressions lives above this folder and hands it down
 * (functions/registry.js).
 */

/** @type {(pattern: string, flags: string) => void} throws 2201B */
export let checkRegex = () => {}

/** @param {typeof checkRegex} check */
export function useRegexCheck(check) {
  checkRegex = check
}
