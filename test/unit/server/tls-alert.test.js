/** A certificate that nobody vouches for: the client hears it as an alert, as OpenSSL would have sent it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { test } from 'vitest'
import { open } from '../../../src/index.js'
import { makeCertificate } from '../../../src/server/tls/make-certificate.js'

/** @import { Signer } from '../../../src/server/tls/make-certificate.js' */

const DAY_MS = 86400000
/** @param {string} name @param {Signer} [signer] @param {number} [age] in days */
const made = (name, signer, age = 0) => makeCertificate({
  subject: [['CN', name]], now: new Date(Date.now() - age * DAY_MS), days: 1, hosts: ['localhost'],
  signsOthers: signer === undefined, ...(signer === undefined ? {} : { signer }),
})

/**
 * What becomes of a connection that shows a certificate.
 * @param {number} port @param {import('node:tls').ConnectionOptions} options
 * @returns {Promise<string>} the error, or what it was answered
 */
async function shown(port, options) {
  const socket = net.connect(port, '127.0.0.1')
  socket.write(Buffer.of(0, 0, 0, 8, 4, 210, 22, 47))
  await once(socket, 'data')
  return new Promise((resolve) => {
    const client = tls.connect({ socket, servername: 'localhost', ...options })
    client.on('error', ({ message }) => { resolve(message) })
    client.on('data', (data) => { resolve(data.toString('latin1')) })
    client.on('close', () => { resolve('closed') })
    client.on('secureConnect', () => {
      const parameters = Buffer.from('user\0postgres\0\0')
      client.write(Buffer.concat([Buffer.of(0, 0, 0, 8 + parameters.length, 0, 3, 0, 0), parameters]))
    })
  }).finally(() => { socket.destroy() })
}

test('why a certificate is not believed is told by an alert under TLS 1.3', async () => {
  const [ours, others] = [made('ours'), made('others')]
  const server = made('server', ours.signer)
  const [stranger, known, old] = [made('a', others.signer), made('b', ours.signer), made('c', ours.signer, 3)]
  const db = await open(':memory:')
  try {
    const { port } = await db.serve({ port: 0, tls: { cert: server.cert, key: server.key, ca: ours.cert } })
    const with_ = (/** @type {{ cert: string, key: string }} */ { cert, key }, /** @type {object} */ more = {}) =>
      shown(Number(port), { ca: ours.cert, cert, key, ...more })
    for (const ciphers of ['TLS_AES_256_GCM_SHA384', 'TLS_AES_128_GCM_SHA256', 'TLS_CHACHA20_POLY1305_SHA256'])
      assert.match(await with_(stranger, { ciphers }), /alert unknown ca/)
    assert.match(await with_(old), /alert certificate expired/)
    assert.match(await with_(known), /^R/)
    // Node sends none under the older one.
    assert.match(await with_(stranger, { maxVersion: 'TLSv1.2' }), /client certificate verification failed/)
    assert.match(await shown(Number(port), { ca: ours.cert }), /^R/)
  } finally {
    await db.close()
  }
})
