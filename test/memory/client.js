/**
 * The client of the memory test, a process of its own: what it holds is not the server's. Run as
 * `node client.js PORT copy ROWS` or `node client.js PORT query SQL`; prints how many rows it sent or got.
 */
import { connected, copyData, copyDone, query } from '../support/wire-client.js'

const [port, what, argument] = process.argv.slice(2)
const client = await connected(Number(port))
let rows = 0

if (what === 'copy') {
  const count = Number(argument)
  client.send(query('copy big from stdin'))
  await client.take('G')
  for (let first = 0; first < count; first += 1000) {
    let lines = ''
    for (let id = first; id < first + 1000; id++, rows++) lines += `${id}\t${(id * 7919) % count}\t${'f'.repeat(100)}\n`
    if (!client.socket.write(copyData(lines))) await new Promise((resolve) => { client.socket.once('drain', resolve) })
  }
  client.send(copyDone())
  await client.take('Z')
} else {
  client.send(query(argument))
  await client.until(() => {
    const ended = client.messages.some((message) => message.type === 'Z')
    for (const message of client.messages.splice(0)) if (message.type === 'D') rows++
    return ended
  })
}
client.end()
process.stdout.write(String(rows))
