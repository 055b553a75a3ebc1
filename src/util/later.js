/**
 * Modules that are loaded when something of theirs is first asked for: what most programs never come to, so that a
 * checkout starts without it (README of ../engine, "What is loaded when").
 *
 *     const rare = later(import.meta.url, './rare.js')     above it, as a type: () => typeof import('./rare.js')
 *     …  rare().runRare(…)
 *
 * Node loads ES modules for `require`, and so at once, from 20.19 on: synchronous callers need not wait, and nobody
 * else is told. Before that only a promise has them, and whoever opens a database awaits them all (`whenLoaded`).
 *
 * In the published package all modules are one script, and such a module waits in it like any other
 * (scripts/package/late-imports.js, by which this form is found).
 *
 * A process whose descriptors are all in use can still load: one is kept for it. A server loads what is left by itself
 * (`loadRest`): no statement waits for it then, and nothing is read of a folder that is changed later.
 *
 * What is asked for while rows are made is no place for this: the code of a plan has its modules when it is compiled.
 */
import { closeSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** @typedef {{ require_module?: boolean }} Features of this Node */

const canRequire = /** @type {Features} */ (process.features).require_module === true

/** What an older Node has not loaded yet. @type {(() => Promise<void>)[]} */
const waiting = []

/** Those that were not asked for yet, among others. @type {(() => unknown)[]} */
const all = []

/** @type {NodeRequire | null} */
let required = null

/** A descriptor for the loader, which opens one file at a time; -1: none is kept. */
let spare = -1

function keepSpare() {
  try {
    if (spare < 0) spare = openSync(fileURLToPath(import.meta.url), 'r')
  } catch {
    // they are all in use: the next load tries again
  }
}

function giveSpare() {
  if (spare >= 0) closeSync(spare)
  spare = -1
}

/**
 * A loader that stops half-way leaves Node's list of modules broken for good, so the stack has to have room for it
 * before it begins: four times what the deepest of our imports was seen to need.
 * @param {number} frames @returns {number}
 */
const roomFor = (frames) => frames === 0 ? 0 : 1 + roomFor(frames - 1)
const LOADER_FRAMES = 1500

/**
 * @template T
 * @param {string} from import.meta.url of who asks
 * @param {string} path of the module, from there
 * @returns {() => T} its exports: loaded by the first call, at once
 */
export function later(from, path) {
  /** @type {T | null} */
  let module = null
  if (canRequire) keepSpare()
  else waiting.push(async () => { module = await import(new URL(path, from).href) })
  const asked = () => module ??= loaded(from, path)
  all.push(asked)
  return asked
}

/**
 * The same for who waits anyway and wants it loaded once: what stands behind `import()` elsewhere. In src that would be
 * a trap: whoever requires a module while Node is importing one that it needs is refused.
 * @template T
 * @param {string} from import.meta.url of who asks
 * @param {string} path of the module, from there
 * @returns {Promise<T>} its exports
 */
export async function soon(from, path) {
  if (canRequire) return loaded(from, path)
  const module = await import(new URL(path, from).href)
  await whenLoaded() // what it asks for later
  return module
}

/** @param {string} from @param {string} path */
function loaded(from, path) {
  roomFor(LOADER_FRAMES)
  required ??= createRequire(import.meta.url)
  giveSpare()
  try {
    return required(fileURLToPath(new URL(path, from)))
  } finally {
    keepSpare()
  }
}

/** Of `loadRest`: so many more pauses after one, and no more of them. */
const PATIENCE = 40
const FAILURES_MAX = 200
let failures = 0

/**
 * Loads what was not asked for so far, one after the other, with pauses. Nothing waits for it, the process's end
 * neither.
 * @param {number} pauseMs
 */
export function loadRest(pauseMs) {
  const next = all.pop()
  if (next === undefined) return
  let pause = pauseMs
  try {
    next()
  } catch { // whoever asks for it meanwhile is told
    if (++failures > FAILURES_MAX) return
    all.unshift(next)
    pause *= PATIENCE
  }
  setTimeout(loadRest, pause, pauseMs).unref()
}

/** The same for all who wait at once: what one of them loads the others need, too. @type {Promise<void> | null} */
let loading = null

/** @returns {Promise<void> | null} for an older Node: when nothing has to be waited for any more; null: now */
export const whenLoaded = () => loading ??= waiting.length === 0 ? null : loadWaiting()

async function loadWaiting() {
  try {
    for (let load = waiting.at(-1); load !== undefined; load = waiting.at(-1)) {
      await load()
      waiting.splice(waiting.indexOf(load), 1)
    }
  } finally {
    loading = null
  }
}
