/** Flags that several commands share. Each can come from the environment too; the flag wins. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CommanderError, InvalidArgumentError, Option } from 'commander'
import { EXIT } from '../exit-codes.js'

const DEFAULT_DIR = './seawall-data'

/** Without the flag ALTER SYSTEM's choice holds, and without that the default. */
export const walSyncOption = () =>
  new Option('--wal-sync <mode>', 'what a COMMIT waits for (default: the setting wal_sync, "immediate")')
    .choices(['immediate', 'batch', 'none'])
    .env('SEAWALL_WAL_SYNC')

/** Likewise. */
export const memoryOption = () =>
  new Option('--memory <size>', 'page cache, such as 256MB (default: the setting shared_buffers, 128MB)')
    .argParser(size)
    .env('SEAWALL_MEMORY')

/** @param {string | undefined} given @returns {string} the data directory */
export const dataDirectory = (given) => given ?? process.env.PGDATA ?? DEFAULT_DIR

/** @param {string} text */
function size(text) {
  if (!/^\d{1,9}\s*(kB|MB|GB)$/.test(text)) throw new InvalidArgumentError('It must be a size such as 64MB or 2GB.')
  return text
}

/** @param {string} text @returns {number} */
export function count(text) {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 on.')
  return Number(text)
}

/** @param {string} text @returns {number} */
export function countOrNone(text) {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 for none.')
  return Number(text)
}

/** @param {string} text @returns {number} */
export function port(text) {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
    throw new InvalidArgumentError('It must be a port number; 0 takes any free one.')
  return Number(text)
}

export const extensionOption = () =>
  new Option('--extension <module>', 'an extension that SQL may create: a file or package (may be said several times)')
    .argParser((module, /** @type {string[] | undefined} */ before) => [...before ?? [], module])

/**
 * Modules of extensions: each exports one, or several, of defineExtension, by whatever names.
 * @param {string[]} modules files, seen from where the command was given, or packages installed there
 * @returns {Promise<import('../../src/extensions/definition.js').ExtensionDefinition[]>}
 * @throws {CommanderError} which module cannot be had, and why
 */
export async function extensionsOf(modules = []) {
  /** @type {import('../../src/extensions/definition.js').ExtensionDefinition[]} */
  const found = []
  for (const module of modules) {
    const refuse = (/** @type {string} */ why) => {
      throw new CommanderError(EXIT.usage, 'seawall.extension', `--extension ${module}: ${why}`)
    }
    let exported = {}
    try {
      exported = await import(locationOf(module))
    } catch (error) {
      refuse(`its module cannot be loaded: ${error instanceof Error ? error.message : String(error)}`)
    }
    const given = new Set(Object.values(exported).filter((each) => typeof each === 'object' && each !== null))
    if (given.size === 0) refuse('its module exports nothing that defineExtension returned')
    found.push(...given)
  }
  return found
}

/** @param {string} module @returns {string} URL */
function locationOf(module) {
  const here = resolve(module)
  if (existsSync(here)) return pathToFileURL(here).href
  return pathToFileURL(createRequire(join(process.cwd(), 'package.json')).resolve(module)).href
}
