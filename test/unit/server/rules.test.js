/** Which rule of pg_hba.conf holds for whom. */
import { expect, test } from 'vitest'
import { parseHba } from '../../../src/config/access/hba.js'
import { ruleFor } from '../../../src/server/auth/rules.js'

const text = `host all all 127.0.0.1/32 trust
host all all 10.0.0.0/8 reject
host all all all scram-sha-256
local all all password
`
const rules = parseHba(text, '', () => { throw new Error('no other file') }, false).flatMap(({ rule }) => rule ?? [])

/** @param {string | null} address */
const methodFor = (address) => {
  const rule = ruleFor(rules, { address, port: 1, isEncrypted: false, user: 'u', database: 'd', isMember: () => false })
  if (rule instanceof Promise) throw new Error('no name is asked for')
  return rule?.method ?? null
}

test('the first whose address is the client\'s', () => {
  expect(methodFor('127.0.0.1')).toBe('trust')
  expect(methodFor('10.9.8.7')).toBe('reject')
  expect(methodFor('192.168.0.1')).toBe('scram-sha-256')
  expect(methodFor('2001:db8::1')).toBe('scram-sha-256')
  expect(methodFor(null)).toBe('password')
})

test('none for a client whose address is not known any more: it has gone', () => {
  expect(methodFor('')).toBe(null)
  expect(methodFor('somewhere')).toBe(null)
})
