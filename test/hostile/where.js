/** Where the thread was while it was held longest: V8's sampling profiler, for `run.js --where`. */
import { Session } from 'node:inspector/promises'

const session = new Session()
session.connect()

export async function startProfile() {
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 1000 })
  await session.post('Profiler.start')
}

/**
 * The frames that most samples of a hold have in common, outermost first, and the profile begins anew.
 * @param {number} endUs when it ended, by the monotonic clock
 * @param {number} heldMs
 * @returns {Promise<string>}
 */
export async function heldWhere(endUs, heldMs) {
  const { profile } = await session.post('Profiler.stop')
  await session.post('Profiler.start')
  /** @type {Map<number, { name: string, parent: number }>} */
  const nodes = new Map()
  for (const { id, callFrame } of profile.nodes) {
    nodes.set(id, {
      name: `${callFrame.functionName} ${callFrame.url.replace(/^.*\/src\//, '')}:${callFrame.lineNumber + 1}`,
      parent: nodes.get(id)?.parent ?? 0,
    })
  }
  for (const { id, children } of profile.nodes)
    for (const child of children ?? []) /** @type {any} */ (nodes.get(child)).parent = id
  /** @type {Map<string, number>} frames to how many of the samples they are in */
  const inclusive = new Map()
  /** @type {Map<string, number>} */
  const own = new Map()
  let samples = 0
  let at = profile.startTime
  profile.samples?.forEach((id, index) => {
    at += profile.timeDeltas?.[index] ?? 0
    if (at > endUs || at < endUs - heldMs * 1000) return
    samples++
    const name = nodes.get(id)?.name ?? ''
    own.set(name, (own.get(name) ?? 0) + 1)
    const seen = new Set()
    for (let node = nodes.get(id); node !== undefined; node = nodes.get(node.parent)) seen.add(node.name)
    for (const frame of seen) inclusive.set(frame, (inclusive.get(frame) ?? 0) + 1)
  })
  const top = (/** @type {Map<string, number>} */ counts, /** @type {number} */ count) =>
    [...counts].sort((a, b) => b[1] - a[1]).slice(0, count)
      .map(([name, hits]) => `${String(Math.round((100 * hits) / samples)).padStart(8)} % ${name}`)
  return [`  ${samples} samples, own:`, ...top(own, 8), '  with what they call:', ...top(inclusive, 26)].join('\n')
}
