/** Certificates that are loaded while a handshake is under way hold for the next connection. */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { Duplex } from 'node:stream'
import tls from 'node:tls'
import { test } from 'vitest'
import { ServerSettings } from '../../../src/config/settings.js'
import { endPointHash } from '../../../src/server/tls/certificate.js'
import { makeCertificate } from '../../../src/server/tls/make-certificate.js'
import { ServerTls } from '../../../src/server/tls/server-tls.js'

const made = (/** @type {string} */ name) =>
  makeCertificate({ subject: [['CN', name]], now: new Date(), days: 1, hosts: ['localhost'] })

/** A socket whose writes after the first wait for `release`. @param {net.Socket} socket */
function held(socket) {
  let written = 0
  /** @type {() => void} */
  let release = () => undefined
  /** @type {() => void} */
  let isHeld = () => undefined
  /** @type {Promise<void>} */
  const holds = new Promise((resolve) => { isHeld = resolve })
  /** @type {Promise<void>} */
  const released = new Promise((resolve) => { release = resolve })
  const duplex = new Duplex({
    read: () => undefined,
    write: (chunk, _encoding, done) => {
      if (written++ === 0) socket.write(chunk, done)
      else {
        isHeld()
        void released.then(() => { socket.write(chunk, done) })
      }
    },
  })
  socket.on('data', (chunk) => duplex.push(chunk))
  socket.on('close', () => duplex.push(null))
  return { duplex, holds, release }
}

test('the certificate that a client has seen is the one that it binds to', async () => {
  const [first, second] = [made('first'), made('second')]
  const files = { cert: first.cert, key: first.key }
  const cluster = /** @type {import('../../../src/engine/cluster/cluster.js').Cluster} */ (
    /** @type {unknown} */ ({ serverSettings: new ServerSettings(), vfs: { name: '' } }))
  const server = new ServerTls(cluster, files)
  server.load()
  const listener = net.createServer()
  /** @type {Promise<{ socket: tls.TLSSocket, binding: Buffer | null }>} */
  const secured = new Promise((resolve) => {
    listener.on('connection', (socket) => server.encrypt(socket, (encrypted, { binding }) => {
      resolve({ socket: encrypted, binding })
    }))
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const { port } = /** @type {net.AddressInfo} */ (listener.address())
  const socket = net.connect(port, '127.0.0.1')
  const { duplex, holds, release } = held(socket)
  const client = tls.connect({ socket: duplex, servername: 'localhost', ca: first.cert })
  await holds
  Object.assign(files, { cert: second.cert, key: second.key })
  server.reload()
  release()
  const { binding } = await secured
  assert.deepEqual(binding, endPointHash(client.getPeerCertificate(false).raw))
  assert.equal(new X509Certificate(client.getPeerCertificate(false).raw).subject, 'CN=first')
  client.destroy()
  socket.destroy()
  listener.close()
})
