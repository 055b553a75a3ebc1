/** One change of the engine for the worse. */

/** @typedef {{ file: string, find: string, replace: string }} Edit */
/**
 * @typedef {{ name: string, edits: Edit[], options?: string[], equal?: string, test?: string }} Mutant options: of the
 *   run, where only some lanes or modes can notice; equal: why nobody can: such a mutant is not to be caught; test:
 *   where it is noticed, if the matrix comes there too seldom: a file of tests
 */

/**
 * @param {string} name
 * @param {string} file
 * @param {string} find
 * @param {string} replace
 * @param {string[]} [options]
 * @param {string} [equal]
 * @returns {Mutant}
 */
export const mutant = (name, file, find, replace, options, equal) => ({
  name,
  edits: [{ file: `src/${file}`, find, replace }],
  options,
  equal,
})
