/**
 * How many descriptors this process may have, and how they are shared out: files and sockets take no more than their
 * part, so that neither starves the other.
 */
import fs from 'node:fs'

/** Where the system does not say. */
const LIMIT_USUAL = 1024
/** Of the log, the areas, temporary files and whatever the program has open. */
const OTHERS = 64
const FILES_MIN = 16
const FILES_MAX = 256

/** @returns {number} Infinity: no limit */
export function descriptorLimit() {
  try {
    const found = /^Max open files +([^ ]+)/m.exec(fs.readFileSync('/proc/self/limits', 'latin1'))
    return found === null ? LIMIT_USUAL : found[1] === 'unlimited' ? Infinity : Number(found[1])
  } catch {
    return LIMIT_USUAL
  }
}

/** Relation files that are kept open at most. @param {number} limit */
export const relationFilesMax = (limit) => Math.max(FILES_MIN, Math.min(FILES_MAX, Math.floor((limit - OTHERS) / 3)))

/** Connections that nobody has authenticated yet, at most. @param {number} limit @param {number} connectionsMax */
export const strangersMax = (limit, connectionsMax) =>
  Math.max(8, Math.min(connectionsMax, Math.floor((limit - OTHERS) / 4)))
