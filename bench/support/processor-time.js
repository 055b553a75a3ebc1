/** Processor time of other processes, as Linux counts it: ticks of a hundredth of a second, in /proc. */
import { readFileSync, readdirSync } from 'node:fs'

const TICK_MS = 10

/**
 * @param {number} pid
 * @returns {{ parent: number, ms: number, endedMs: number } | null} endedMs: of children that have ended; null: it is
 *   gone, or this is no Linux
 */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may have spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ms = (/** @type {number} */ at) => TICK_MS * (Number(fields[at]) + Number(fields[at + 1]))
    return { parent: Number(fields[1]), ms: ms(11), endedMs: ms(13) }
  } catch {
    return null
  }
}

/**
 * Of a process and its children, those that have ended too.
 * @param {number} pid @returns {number | null} milliseconds; null: not known here
 */
export function processorMs(pid) {
  const own = statOf(pid)
  if (own === null) return null
  let sum = own.ms + own.endedMs
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const other = statOf(Number(name))
    if (other?.parent === pid) sum += other.ms
  }
  return sum
}
