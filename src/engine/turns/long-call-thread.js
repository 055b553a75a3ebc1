/** A thread of long calls (long-calls.js): makes one after the other, and sends the answers. */
import { Script } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { implementationNamed } from '../../functions/registry.js'
import { Grammar, grammarFailure, newInstance } from '../../parser/grammar.js'
import { glanceAt } from '../../parser/glance.js'
import { cutTree } from '../../parser/pieces.js'
import { watchedBy } from '../../util/effort.js'
import { UNLIMITED } from '../../util/memory-account.js'
import { soon, whenLoaded } from '../../util/later.js'
import { fromMessage, toMessage } from './messages.js'

/** Nobody cancels here; what one value may take is the session's. */
const WATCHER = {
  checkInterrupts: () => undefined, tire: () => undefined, valueBytesMax: Infinity, memory: UNLIMITED,
  tables: new Set(), quotesAll: false,
}
watchedBy(WATCHER)

/** @param {{ [field: string]: any }} message as long-calls.js sends them */
function heard({ name, extension, args, valueBytesMax, text, module, source, more }) {
  if (valueBytesMax !== undefined) WATCHER.valueBytesMax = valueBytesMax
  if (more) sendPart()
  else if (text !== undefined) void read(text, module)
  else if (source !== undefined) parentPort?.postMessage({ value: new Script(source).createCachedData() })
  else if (extension === '') call(implementationNamed(name), args)
  else void ofExtension(extension, name).then((impl) => call(impl, args), () => call(undefined, args))
}
const listen = () => void parentPort?.on('message', heard)
const loading = whenLoaded()
if (loading === null) listen()
else void loading.then(listen)

/** @returns {Promise<typeof import('../../extensions/bundled.js')>} */
const loadBundled = () => soon(import.meta.url, '../../extensions/bundled.js')

/** @param {string} extension that comes with the program @param {string} name of one of its functions */
async function ofExtension(extension, name) {
  const { isUnloaded, loadExtension, loadedExtension } = await loadBundled()
  if (isUnloaded(extension)) await loadExtension(extension)
  return loadedExtension(extension)?.functions?.find((impl) => impl.name === name)
}

/**
 * @param {import('../../functions/impl.js').FunctionImpl | undefined} impl undefined: whoever asked calls it there
 * @param {Parameters<typeof fromMessage>[0][]} args
 */
function call(impl, args) {
  if (impl === undefined) {
    parentPort?.postMessage({ value: null, isUnknown: true })
    return
  }
  try {
    const values = args.map(fromMessage)
    if (impl.set) sendList(impl.list(...values))
    else {
      const value = toMessage(impl.call(...values))
      parentPort?.postMessage({ value }, transferable(value))
    }
  } catch (error) {
    const { code, message, ...fields } = /** @type {any} */ (error)
    parentPort?.postMessage({ error: { code, message, fields: JSON.parse(JSON.stringify(fields)) } })
  }
}

/** @type {Grammar | null} */
let grammar = null

/** @param {string} text as the grammar gets it @param {object} module WebAssembly.Module */
async function read(text, module) {
  try {
    if (grammar === null) {
      const own = new Grammar(() => newInstance(Promise.resolve(module)))
      await own.load()
      grammar = own
    }
    parentPort?.postMessage({ value: { ...cutTree(grammar.treeOf(text)), glance: glanceAt(text) } })
  } catch (error) {
    parentPort?.postMessage({ value: { failure: grammarFailure(error) } })
  }
}

/** Values of a set in one message, and their bytes: what is read in a millisecond or two. */
const PART_VALUES = 4096
const PART_BYTES = 1 << 18
/** A set that is sent in parts, each when the one before has been read. @type {unknown[]} */
let list = []
let sent = 0

/** @param {unknown[]} values */
function sendList(values) {
  list = values
  sent = 0
  sendPart()
}

function sendPart() {
  const part = []
  for (let bytes = 0; sent < list.length && part.length < PART_VALUES && bytes < PART_BYTES; sent++) {
    const message = toMessage(list[sent])
    bytes += message.jsonb?.length ?? message.value?.length ?? 0
    part.push(message)
  }
  if (sent < list.length) parentPort?.postMessage({ part })
  else {
    list = []
    parentPort?.postMessage({ part, value: null })
  }
}

/**
 * Memory that goes to the other side without being copied.
 * @param {any} message of one value
 * @returns {ArrayBuffer[]}
 */
function transferable({ jsonb, value }) {
  const bytes = jsonb ?? value
  return bytes instanceof Uint8Array
    && bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer && !Buffer.isBuffer(bytes)
    ? [bytes.buffer]
    : []
}
