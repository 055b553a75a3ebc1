/** A thread of long calls (long-calls.js): makes one after the other, and sends the answers. */
import { parentPort } from 'node:worker_threads'
import { builtinFunction } from '../../functions/registry.js'
import { fromMessage, toMessage } from './messages.js'

parentPort?.on('message', ({ name, args }) => {
  try {
    const impl = builtinFunction(name)
    if (impl === undefined) throw new Error(`no function ${name}`)
    const values = args.map(fromMessage)
    parentPort?.postMessage({ value: toMessage(impl.set ? impl.list(...values) : impl.call(...values)) })
  } catch (error) {
    const { code, message, ...fields } = /** @type {any} */ (error)
    parentPort?.postMessage({ error: { code, message, fields: JSON.parse(JSON.stringify(fields)) } })
  }
})
