/** The session as a function's definition wants it: with its owner's rights and its settings. */

/** @import { FuncDesc } from '../catalog/descriptors.js' */

/** Whose rights a function's body has; 0: its caller's. @param {FuncDesc} func */
export const definerOf = (func) => func.securityDefiner ? func.ownerOid : 0

/**
 * The session as a function's definition wants it: of its owner, with its settings.
 * @param {any} session @param {number} definer 0: nobody else @param {string[]} config @returns {() => void}
 */
export function asDefined(session, definer, config) {
  if (definer === 0) return withSettings(session, config)
  const before = session.identity.enter(definer)
  try {
    const undo = withSettings(session, config)
    return () => {
      undo()
      session.identity.leave(before)
    }
  } catch (error) {
    session.identity.leave(before)
    throw error
  }
}

/**
 * The session with a function's settings. @param {any} session @param {string[]} config name=value
 * @returns {() => void} what puts them back
 */
export function withSettings(session, config) {
  const { settings } = session
  /** @type {[string, any][]} */
  const before = []
  const { undo } = settings
  const begins = undo.length
  for (const item of config) {
    const name = item.slice(0, item.indexOf('='))
    before.push([name.toLowerCase(), settings.find(name)])
    session.changeSetting(name, item.slice(item.indexOf('=') + 1), true)
  }
  const mark = settings.undo.length
  return () => {
    // A plain SET in the body replaces the function's own, and stays.
    const replaced = new Set()
    for (let at = mark; at < settings.undo.length; at++)
      if (!settings.undo[at].local) replaced.add(settings.undo[at].key)
    for (const [key, old] of before.reverse()) if (!replaced.has(key)) session.restoreSetting(key, old)
    // The body set nothing: there is nothing to undo. Of a million calls of a statement there would be millions.
    if (settings.undo === undo && undo.length === mark) undo.length = begins
  }
}
