/** The thread of one long call (long-calls.js): makes it, sends the answer, ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { patternFunctions } from '../../functions/strings/pattern.js'
import { toMessage } from './long-calls.js'

const impl = patternFunctions.find(({ name }) => name === workerData.name)
try {
  if (impl === undefined) throw new Error(`no function ${workerData.name}`)
  parentPort?.postMessage({ value: toMessage(impl.set ? impl.list(...workerData.args) : impl.call(...workerData.args)) })
} catch (error) {
  const { code, message, ...fields } = /** @type {any} */ (error)
  parentPort?.postMessage({ error: { code, message, fields: JSON.parse(JSON.stringify(fields)) } })
}
