/** pg_hba.conf and pg_ident.conf: what each line is read as; errors are PostgreSQL 15's. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { parseHba, shownRule } from '../../../src/config/access/hba.js'
import { parseIdent, refusedByMap } from '../../../src/config/access/ident.js'
import { isWithin, maskOf, parseAddress } from '../../../src/config/access/address.js'
import { compileNamePattern } from '../../../src/engine/cluster/access-files.js'

/** @type {Record<string, string>} */
const FILES = {
  users: 'alice, bob # c\n"carol d" +grp\n@more\n',
  more: 'dave\n',
  loop: '@loop\n',
}
/** @param {string} name */
const read = (name) => {
  if (!(name in FILES)) throw new Error(`"/data/${name}": No such file or directory`)
  return { path: name, text: FILES[name] }
}

/** The line's columns as pg_hba_file_rules shows them, or its error. @param {string} line @param {boolean} [hasTls] */
function shown(line, hasTls = true) {
  const found = parseHba(line, 'pg_hba.conf', read, hasTls)
  assert.equal(found.length, 1, line)
  const [{ rule, error }] = found
  if (rule === null) return error
  const { type, databases, users, address, mask, method, options } = shownRule(rule)
  const list = (/** @type {string[]} */ words) => words.join(',')
  const text = [type, list(databases), list(users), address, mask, method, options?.join(',') ?? null].join('|')
  return error === null ? text : `${text}|${error}`
}

test('lines that make sense', () => {
  for (const [line, expected] of [
    ['local all all trust', 'local|all|all|||trust|'],
    ['host all,"a b","x""y",sameuser @users .example.com md5',
      'host|all,a b,x"y,sameuser|alice,bob,carol d,+grp,dave|.example.com||md5|'],
    ['host all, a all 10.0.0.0/08 password', 'host|all,a|all|10.0.0.0|255.0.0.0|password|'],
    ['host all all 1.2.3.4 255.255.0.0 reject # no', 'host|all|all|1.2.3.4|255.255.0.0|reject|'],
    ['host all all 2001:db8::/32 password', 'host|all|all|2001:db8::|ffff:ffff::|password|'],
    ['host all all fe80::1 ffff:: password', 'host|all|all|fe80::1|ffff::|password|'],
    ['host all all ::ffff:1.2.3.4/128 password',
      'host|all|all|::ffff:1.2.3.4|ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff|password|'],
    ['host replication all 127.1/8 reject', 'host|replication|all|127.0.0.1|255.0.0.0|reject|'],
    ['host all all samehost md5', 'host|all|all|samehost||md5|'],
    ['host all all "all" scram-sha-256', 'host|all|all|all||scram-sha-256|'],
    ['hostssl all all 0.0.0.0/0 cert clientname=DN map=x',
      'hostssl|all|all|0.0.0.0|0.0.0.0|cert|map=x,clientcert=verify-full'],
    ['hostssl all all all trust clientcert=verify-ca', 'hostssl|all|all|all||trust|clientcert=verify-ca'],
    ['hostnogssenc all all all md5', 'hostnogssenc|all|all|all||md5|'],
    ['host all \\\n  all all \\\r\n reject', 'host|all|all|all||reject|'],
    ['\t"local" all all\ttrust\r', 'local|all|all|||trust|'],
  ]) assert.equal(shown(line), expected, line)
  assert.equal(shown('hostssl all all all trust', false),
    'hostssl|all|all|all||trust||hostssl record cannot match because SSL is disabled')
  assert.equal(shown('hostgssenc all all all trust'),
    'hostgssenc|all|all|all||trust||hostgssenc record cannot match because GSSAPI is not supported by this build')
})

test('lines that make none, with PostgreSQL\'s words', () => {
  for (const [line, expected] of [
    ['locl all all trust', 'invalid connection type "locl"'],
    ['host,local all all all md5', 'multiple values specified for connection type'],
    ['local', 'end-of-line before database specification'],
    ['local all', 'end-of-line before role specification'],
    ['host a#b c reject', 'end-of-line before role specification'],
    ['host all all', 'end-of-line before IP address specification'],
    ['host all all 1.2.3.4', 'end-of-line before netmask specification'],
    ['host all all 1.2.3.4/8', 'end-of-line before authentication method'],
    ['host all all a,b reject', 'multiple values specified for host address'],
    ['host all all 1.2.3.4 255.0.0.0,1 trust', 'multiple values specified for netmask'],
    ['host all all 1.2.3.4 foo trust', 'invalid IP mask "foo": Name or service not known'],
    ['host all all 1.2.3.4 ::1 trust', 'IP address and mask do not match'],
    ['host all all 1.2.3.4/33 trust', 'invalid CIDR mask in address "1.2.3.4/33"'],
    ['host all all 1.2.3.4/-1 md5', 'invalid CIDR mask in address "1.2.3.4/-1"'],
    ['host all all 10.0.0.0/ password', 'invalid CIDR mask in address "10.0.0.0/"'],
    ['host all all foo/33 trust', 'specifying both host name and CIDR mask is invalid: "foo/33"'],
    ['host all all 1.2.3.4/8 nope', 'invalid authentication method "nope"'],
    ['host all all 1.2.3.4/8 trust,md5', 'multiple values specified for authentication type'],
    ['host all all 1.2.3.4/8 trust foo', 'authentication option not in name=value format: foo'],
    ['host all all 1.2.3.4/8 trust foo=bar', 'unrecognized authentication option name: "foo"'],
    ['host all all 1.2.3.4/8 md5 constructor=x', 'unrecognized authentication option name: "constructor"'],
    ['host all all 1.2.3.4/8 trust map=bar',
      'authentication option "map" is only valid for authentication methods ident, peer, gssapi, sspi, and cert'],
    ['local all all trust ldapserver=x',
      'authentication option "ldapserver" is only valid for authentication methods ldap'],
    ['host all all all md5 clientcert=verify-full', 'clientcert can only be configured for "hostssl" rows'],
    ['hostssl all all all trust clientcert=no', 'invalid value for clientcert: "no"'],
    ['hostssl all all all cert clientcert=verify-ca',
      'clientcert can only be set to "verify-full" when using "cert" authentication'],
    ['hostssl all all all cert clientname=XX', 'invalid value for clientname: "XX"'],
    ['host all all all cert', 'cert authentication is only supported on hostssl connections'],
    ['host all @nofile all md5',
      'could not open secondary authentication file "@nofile" as "/data/nofile": No such file or directory'],
    [`host all ${'x'.repeat(256)} all md5`, `authentication file token too long, skipping: "${'x'.repeat(256)}"`],
  ]) assert.equal(shown(line), expected, line)
  assert.match(String(shown('host all @loop all md5')), /include each other too deeply/)
  for (const method of ['peer', 'ident', 'gss', 'sspi', 'ldap', 'radius', 'pam', 'bsd'])
    assert.equal(shown(`local all all ${method}`),
      `invalid authentication method "${method}": not supported by this build`)
})

test('a comment or nothing is no line; line numbers are those of the file', () => {
  const lines = parseHba('# a\n\n  \nlocal all all trust\nlocal \\\nall all reject\nlocal x\n', '', read, true)
  assert.deepEqual(lines.map(({ line, error }) => [line, error]),
    [[4, null], [5, null], [7, 'end-of-line before role specification']])
})

test('addresses and masks', () => {
  const within = (/** @type {string} */ address, /** @type {string} */ network, /** @type {number} */ bits) => {
    const [one, all] = [parseAddress(address), parseAddress(network)]
    assert.ok(one !== null && all !== null)
    return isWithin(one, all, maskOf(bits, all.length))
  }
  assert.ok(within('10.1.2.3', '10.0.0.0', 8))
  assert.ok(!within('11.1.2.3', '10.0.0.0', 8))
  assert.ok(within('10.1.2.3', '10.1.2.2', 31))
  assert.ok(!within('10.1.2.4', '10.1.2.2', 31))
  assert.ok(within('2001:db8::1', '2001:db8::', 32))
  assert.ok(!within('::1', '0.0.0.0', 0), 'families differ')
  assert.ok(within('fe80::1%eth0', 'fe80::', 10))
  for (const name of ['example.com', '1.2.3.256', 'xx:', '', '1.2.3.4.5']) assert.equal(parseAddress(name), null, name)
})

test('names of others become users by maps', () => {
  const text = 'm alice bob\nm "a b" carol\nm /^(.*)@x$ \\1\nm /^y@ dave\nother alice eve\n'
  const lines = parseIdent(text, '', read, compileNamePattern)
  const rules = lines.flatMap(({ rule }) => rule ?? [])
  const may = (/** @type {string | null} */ map, /** @type {string} */ user, /** @type {string} */ name) =>
    refusedByMap(rules, map, user, name, compileNamePattern) === null
  assert.ok(may('m', 'bob', 'alice'))
  assert.ok(!may('m', 'alice', 'alice'))
  assert.ok(may('m', 'carol', 'a b'))
  assert.ok(may('m', 'zoe', 'zoe@x'))
  assert.ok(!may('m', 'zoe', 'zoe@xy'))
  assert.ok(may('m', 'dave', 'y@anything'))
  assert.ok(may('other', 'eve', 'alice'))
  assert.ok(!may('nosuch', 'alice', 'alice'))
  assert.ok(may(null, 'alice', 'alice'))
  assert.ok(!may(null, 'alice', 'Alice'))
  assert.deepEqual(parseIdent('a b\na\na,b c d\nm /^(.*$ \\1\nm /^x$ \\1', '', read, compileNamePattern)
    .map(({ error }) => error), ['missing entry at end of line', 'missing entry at end of line',
    'multiple values in ident field', 'invalid regular expression "^(.*$": parentheses () not balanced', null])
})
