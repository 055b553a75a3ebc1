/** pgcrypto, where PostgreSQL's OpenSSL may have no answer: old ciphers, messages of megabytes, slow passwords. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

/** @param {string} hex */
const bytes = (hex) => `'\\x${hex}'::bytea`

/** Cipher, key, plain, encrypted: RFC 2144, B.1; Schneier's vectors; FIPS 81. */
const VECTORS = [
  ['cast5', '0123456712345678234567893456789a', '0123456789abcdef', '238b4fe5847e44b2'],
  ['cast5', '01234567123456782345', '0123456789abcdef', 'eb6a711a2c02271b'],
  ['cast5', '0123456712', '0123456789abcdef', '7ac816d16e9b302e'],
  ['bf', '0000000000000000', '0000000000000000', '4ef997456198dd78'],
  ['bf', 'ffffffffffffffff', 'ffffffffffffffff', '51866fd5b85ecb8a'],
  ['bf', '0123456789abcdef', '1111111111111111', '61f9c3802281b096'],
  ['des', '0123456789abcdef', '4e6f772069732074', '3fa40e8a984d4815'],
  ['des', 'fedcba9876543210', '0123456789abcdef', 'ed39d950fa74bcc4'],
]

test('ciphers that Node no longer has', async () => {
  const db = await open(':memory:')
  await db.query('CREATE EXTENSION pgcrypto')
  for (const [name, key, plain, made] of VECTORS) {
    const how = `'${name}-ecb/pad:none'`
    const { rows: [row] } = await db.query(`SELECT encode(encrypt(${bytes(plain)}, ${bytes(key)}, ${how}), 'hex') made,
      encode(decrypt(${bytes(made)}, ${bytes(key)}, ${how}), 'hex') plain`)
    assert.deepEqual({ ...row }, { made, plain }, name)
  }
  const { rows } = await db.query(`SELECT c, n FROM unnest('{bf,bf-ecb,cast5,cast5-ecb,des,des-ecb}'::text[]) c,
    generate_series(0, 24) n WHERE decrypt(encrypt(repeat('x', n)::bytea, 'key', c), 'key', c)
      IS DISTINCT FROM repeat('x', n)::bytea`)
  assert.deepEqual(rows, [])
  await assert.rejects(db.query("SELECT decrypt('1234567', 'key', 'bf')"), { code: '39000' })
  await assert.rejects(db.query("SELECT decrypt('12345678', 'key', 'cast5')"), { code: '39000' })
  await db.close()
})

test('messages by old ciphers, and of megabytes', async () => {
  const db = await open(':memory:')
  await db.query('CREATE EXTENSION pgcrypto')
  const { rows } = await db.query(`SELECT o FROM unnest('{cipher-algo=bf,cipher-algo=cast5,
    "cipher-algo=bf,disable-mdc=1","cipher-algo=aes256,s2k-cipher-algo=bf",
    "cipher-algo=cast5,sess-key=1,s2k-cipher-algo=3des"}'::text[]) o,
    unnest('{0,1,9,30000}'::int[]) n WHERE pgp_sym_decrypt(pgp_sym_encrypt(repeat('é', n), 'k', o), 'k')
      IS DISTINCT FROM repeat('é', n)`)
  assert.deepEqual(rows, [])
  const large = await db.query(`SELECT o FROM unnest('{compress-algo=0,"compress-algo=1,compress-level=1",
    compress-algo=2,"cipher-algo=3des,disable-mdc=1"}'::text[]) o,
    (SELECT string_agg(n::text, ',') AS t FROM generate_series(1, 200000) n) x
    WHERE pgp_sym_decrypt(pgp_sym_encrypt(t, 'k', o), 'k') IS DISTINCT FROM t`)
  assert.deepEqual(large.rows, [])
  await db.close()
})

test('others have their turn beside a slow password', async () => {
  const db = await open(':memory:')
  await db.query('CREATE EXTENSION pgcrypto')
  await db.query('CREATE TABLE t (n int)')
  for (const slow of ["crypt('x', '_zzM.abcd')",
    "pgp_sym_decrypt(pgp_sym_encrypt('x', 'k', 's2k-count=65011712'), 'k')"]) {
    let isDone = false
    let turns = 0
    const work = db.query(`SELECT ${slow}`).then(() => { isDone = true })
    while (!isDone) {
      await new Promise((resolve) => { setImmediate(resolve) })
      turns++
    }
    await work
    assert.ok(turns > 3, `${slow}: ${turns}`)
  }
  await assert.rejects(db.query("SELECT crypt('x', '_zzzzabcd')", [], { timeout: 50 }), { code: '57014' })
  await db.close()
})
