/** SASLprep of passwords: which ones are changed before they are hashed, as PostgreSQL 15's verifiers show. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Cluster } from '../../../src/engine/cluster/cluster.js'
import { mockSecretOf } from '../../../src/engine/cluster/start.js'
import { isMd5, keptPassword, md5Of, prepare } from '../../../src/engine/commands/databases/password.js'

test('what is prepared', () => {
  for (const [given, prepared] of [
    ['abc', 'abc'], ['a\u00a0b', 'a b'], ['a\u200bb', 'a b'], ['\u3000', ' '], ['I\u00adX', 'IX'], ['\u00aa', 'a'],
    ['\u2168', 'IX'], ['p\u00e4ss\ufb01', 'p\u00e4ssfi'], ['e\u0301', '\u00e9'], ['\u2460', '1'], ['\uff21', 'A'],
    ['\u1100\u1161', '\uac00'], ['\u05d0 \u05d1', '\u05d0 \u05d1'], ['\u2139', 'i'],
  ]) assert.equal(prepare(given), prepared, escape(given))
})

test('what is left as it is: prohibited, both directions, unknown in Unicode 3.2, nothing left', () => {
  for (const given of ['\u0007', '\u200d', 'x\u2028y', 'a\u0340b', '\ue000\u00aa', '\ufffd\u00aa', 'a\u180eb',
    'ab\u202e\u00aa', '\u0627a\u00aa\u0628',
    '\u0627\u2460', '\u1d2cx', '\ua7f8', '\u{1f110}', '\u{1d7ca}', '\u3250', '\ufa70'])
    assert.equal(prepare(given), given, escape(given))
})

test('what is kept', () => {
  assert.equal(keptPassword('secret', 'joe', 'md5'), md5Of('secret', 'joe'))
  assert.ok(isMd5(md5Of('secret', 'joe')))
  assert.match(String(keptPassword('secret', 'joe', 'scram-sha-256')), /^SCRAM-SHA-256\$4096:/)
  assert.equal(keptPassword('', 'joe', 'md5'), null)
  assert.equal(keptPassword(md5Of('', 'joe'), 'joe', 'scram-sha-256'), null)
  assert.equal(keptPassword(md5Of('', 'joe'), 'ann', 'scram-sha-256'), md5Of('', 'joe'))
})

test('in memory, what salts of unknown roles are made of is made when it is asked for, and stays', async () => {
  const [one, other] = await Promise.all([Cluster.open({}), Cluster.open({})])
  const secret = mockSecretOf(one)
  assert.match(secret, /^[0-9a-f]{32}$/)
  assert.equal(mockSecretOf(one), secret, 'or a salt that changed would tell that there is no such role')
  assert.notEqual(mockSecretOf(other), secret)
  await Promise.all([one.close(), other.close()])
})
