/** COPY's file with an empty name: the tree leaves out what is '', and so says it is the client. */
import { StatementTokens } from './statement-tokens.js'

/** @param {string} text of a COPY statement whose tree has no file @returns {boolean} */
export function namesEmptyFile(text) {
  const { tokens } = new StatementTokens(text, { bytes: 0, units: 0 }, Infinity)
  let at = tokens.findIndex(({ word, depth }) => depth === 0 && (word === 'from' || word === 'to')) + 1
  if (tokens[at]?.word === 'program') at++
  return at > 0 && at < tokens.length && tokens[at].word !== 'stdin' && tokens[at].word !== 'stdout'
}
