/**
 * A database whose log's sync can be held back: what is committed meanwhile stays undurable as long as a test wants.
 */
import { open } from '../../src/index.js'
import { FaultVfs } from './disk/fault-vfs.js'

/**
 * @param {Record<string, any>} [options] of open
 * @returns {Promise<{ db: any, hold: () => void, release: () => void, isHolding: () => boolean }>} hold: syncs begun
 * from now on do not end before `release`
 */
export async function openWithHeldSync(options = {}) {
  const db = await open(
    /** @type {any} */ ({ vfs: new FaultVfs({ seed: 1 }), bufferPool: '8MB', walSegmentBytes: 1048576, ...options })
  )
  const { segments } = /** @type {any} */ (db.cluster.wal)
  const sync = segments.sync.bind(segments)
  /** @type {Promise<void> | null} */
  let held = null
  /** @type {() => void} */
  let letGo = () => undefined
  segments.sync = async () => {
    if (held !== null) await held
    return sync()
  }
  return {
    db,
    hold: () => { held = new Promise((resolve) => { letGo = resolve }) },
    release: () => {
      held = null
      letGo()
    },
    isHolding: () => held !== null,
  }
}

/** Lets everything run that can, until `found` holds. @param {() => boolean} found @returns {Promise<void>} */
export async function until(found) {
  while (!found()) await new Promise((resolve) => { setImmediate(resolve) })
}
