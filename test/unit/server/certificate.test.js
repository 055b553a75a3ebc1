/**
 * What is read of certificates: OpenSSL's names, serial numbers, and the hash that channel binding wants, which is that
 * of the signature. Those here were made by OpenSSL and hold for a hundred years.
 */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'vitest'
import { readPeer } from '../../../src/server/tls/encrypted.js'
import { endPointHash, readCertificate } from '../../../src/server/tls/certificate.js'
import { makeCertificate } from '../../../src/server/tls/make-certificate.js'

/** RSASSA-PSS with SHA-512, several parts in one, letters that are written otherwise. */
const PSS = `-----BEGIN CERTIFICATE-----
MIIDyzCCAn6gAwIBAgIUU4y2jKeEG96ahkEiBJ44cWyxZWIwQgYJKoZIhvcNAQEK
MDWgDzANBglghkgBZQMEAgMFAKEcMBoGCSqGSIb3DQEBCDANBglghkgBZQMEAgMF
AKIEAgIAvjA/MQswCQYDVQQGEwJTRTESMBAGA1UECgwJU2VhLCBJbmMuMRwwCQYD
VQQLDAIjMTAPBgNVBAMMCG11bHRpIMOpMCAXDTI2MTEyMzE5NTI1MFoYDzIxMjYx
MDMwMTk1MjUwWjA/MQswCQYDVQQGEwJTRTESMBAGA1UECgwJU2VhLCBJbmMuMRww
CQYDVQQLDAIjMTAPBgNVBAMMCG11bHRpIMOpMIIBIjANBgkqhkiG9w0BAQEFAAOC
AQ8AMIIBCgKCAQEAuQCK07ZyTQMkPVogVh6cvbO12ga2MxIe9dpjrBnhLSGfZ1+h
1Kh5oUCRcHERBYWjh7mtx1jLgvqgmnYU14XauoaqUqPMIXeyLGUVZrd25pLDcGQr
jBs3j1NOkWvWGvX83F3H0/2m+s1IbXXNVKgCKKa5ir83w0cTX8qomIXTGyHpgjDg
sI18GvxuaPPcOOp2Em+TkCU1fnj0MwAAznVQAqmKGOofQQhrrhqhHtU4uMgHXGWj
YI9QCaZri0YnjS4XM7y9MIWCVai/uAU0enSUEeTOUZajigD2u39F2p3bTtiS2O4h
+f6nWVZB0/Enl059lzOO3yDpgD4v5i0DJPOwUQIDAQABo1MwUTAdBgNVHQ4EFgQU
ou8dHSH9PkgUQTbQV8zC2nMqtCAwHwYDVR0jBBgwFoAUou8dHSH9PkgUQTbQV8zC
2nMqtCAwDwYDVR0TAQH/BAUwAwEB/zBCBgkqhkiG9w0BAQowNaAPMA0GCWCGSAFl
AwQCAwUAoRwwGgYJKoZIhvcNAQEIMA0GCWCGSAFlAwQCAwUAogQCAgC+A4IBAQBd
pO/DjO7qA2WjzqqQFsA15jHIKB2cwdIK8RcFhCiTr3uqLy7mQ0gi9cVbXV0yDZYW
/FR2oGH5S0YbtG1b/bSbJb3T1GF0AtHn2wtXw782LPa6tm+q7X7exp8MX/1rFWtD
ZQWTu0vBXaL2UNUN9Pefli7FmTDU63W76FOQa7YVMIegv5jQyGFQNHfKAmKbCT/r
lhPLxpNgFlyGR5gV0xXetze2rm5pOCfo1sZFkEYR6GWNidEMa+ULu8Pr/pBwT2ZQ
vBvP01+vuSY0iPUDc18eY253KV22QCmlHfQZX7it9wCjpsSt8JAqC5y+VXwJIgoo
BlluD2JRyDEu0ja6AO8i
-----END CERTIFICATE-----`
/** SHA-1, which nobody binds to. */
const SHA1 = `-----BEGIN CERTIFICATE-----
MIICIjCCAYugAwIBAgIUbjaoMM/YNHW2Hs2ZtO2HRaEO1mkwDQYJKoZIhvcNAQEF
BQAwIjEMMAoGA1UEAwwDb2xkMRIwEAYJKoZIhvcNAQkBFgNhQGIwIBcNMjYxMTIz
MTk1MjUwWhgPMjEyNjEwMzAxOTUyNTBaMCIxDDAKBgNVBAMMA29sZDESMBAGCSqG
SIb3DQEJARYDYUBiMIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDDSTduU/jY
s+T6+HMl053b7/FcM7zBfRz5MjlfLkt5uPBmR90kNqL3644oupS1EPgTBz1TF5bo
rRh+b/8faDCrlWl2dk+Fvtml23o35/BMPLOibwQ2yY7YkHBqJnFWeZYaTFtffZAf
Pg/rmZlCkmAS9y9SBCK7kCk1B0IIQP6hgwIDAQABo1MwUTAdBgNVHQ4EFgQU/ozP
6rhiShkE/Ce9I/jXvO/qOLowHwYDVR0jBBgwFoAU/ozP6rhiShkE/Ce9I/jXvO/q
OLowDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQUFAAOBgQBPsaaA1KM7vZ63
nCtbllXpvxE++xv5Vxx7chzS/vJdMQdX5ngrp9ttBJtJcXVgwGLi8piwKEM5oHGg
Xdq3+hvex//MDW2wgtTggH3Ba3/Ld5J437A9NKRH1W4vvJjSt33f2J4nVVH1m7lx
4o3DiezrRq+ykqyhu1OEqm6C4Kqfog==
-----END CERTIFICATE-----`
/** Ed25519, which has no hash. */
const ED = `-----BEGIN CERTIFICATE-----
MIIBMDCB46ADAgECAhQ34zekXscc6SXeDrLbWa7vQIJTjTAFBgMrZXAwDTELMAkG
A1UEAwwCZWQwIBcNMjYxMTIzMTk1MjUwWhgPMjEyNjEwMzAxOTUyNTBaMA0xCzAJ
BgNVBAMMAmVkMCowBQYDK2VwAyEALs9I1seZwYbiigqkiVq2gc7fUz7PjnK4KFX0
fWuY6bKjUzBRMB0GA1UdDgQWBBR9ehcbtAwcTvqkGiUYPzWIUfGnvzAfBgNVHSME
GDAWgBR9ehcbtAwcTvqkGiUYPzWIUfGnvzAPBgNVHRMBAf8EBTADAQH/MAUGAytl
cANBANtu0tDj3dzwaBJGt1yX/1A4kYiwUvDeRihC9uRpqIIJTCj+aCOc10DfbFvT
52HNAgambEu0tThCFlW3J4JCSwY=
-----END CERTIFICATE-----`

/** @param {string} pem */
const der = (pem) => new X509Certificate(pem).raw

test('names and numbers', () => {
  assert.deepEqual(readCertificate(der(PSS)), {
    commonName: 'multi é', distinguishedName: 'CN=multi \\C3\\A9+OU=\\#1,O=Sea\\, Inc.,C=SE',
    subject: '/C=SE/O=Sea\\, Inc./OU=\\#1/CN=multi é', issuer: '/C=SE/O=Sea\\, Inc./OU=\\#1/CN=multi é',
    serial: '476984240604410940790382432774902805615151768930',
  })
  const { commonName, distinguishedName, serial } = readCertificate(der(SHA1))
  assert.deepEqual([commonName, distinguishedName, serial],
    ['old', 'emailAddress=a@b,CN=old', '629207876505205944502050657398829944296109430377'])
})

test('the hash of the whole is that of its signature', () => {
  assert.equal(endPointHash(der(PSS))?.toString('hex'),
    'b62dc4da48c2b5d1260dab0985e6b0464829b2aff06eb0896808f8c02b196533'
    + '009769309f07999c28341ff5dfd3174208cc202aea47a587a5fd14d860759ca1')
  assert.equal(endPointHash(der(SHA1))?.toString('hex'),
    '97183c4b1e949036fa40315da2d51acdf95f658e6f7bc6b0a3e2f14f6fa02a08')
  assert.equal(endPointHash(der(ED)), null)
})

test('what is no certificate is refused, wherever it is cut', () => {
  const whole = der(SHA1)
  for (let end = 0; end < whole.length; end++)
    assert.throws(() => readCertificate(whole.subarray(0, end)), RangeError, `${end} bytes`)
})

test('a name with an end within, and bytes that make no sense, are believed of nobody', () => {
  const wish = { now: new Date('2030-06-01'), days: 1 }
  const made = makeCertificate({ ...wish, subject: [['CN', 'alice\0.evil']] })
  assert.match(readPeer(der(made.cert)).refusal ?? '', /embedded null/)
  assert.equal(readPeer(der(made.cert)).peer, null)
  assert.notEqual(readPeer(der(SHA1).subarray(0, 200)).refusal, null)
  assert.equal(readPeer(der(SHA1)).peer?.commonName, 'old')
})

test('those that we make are what was asked for, by another reader', () => {
  const wish = { now: new Date('2030-06-01'), days: 36500 }
  const root = makeCertificate({ ...wish, subject: [['CN', 'root']], signsOthers: true })
  const hosts = ['db.example', '10.0.0.1', '2001:db8::1']
  const { signer } = root
  const made = makeCertificate({ ...wish, subject: [['O', 'Sea'], ['CN', 'x'.repeat(200)]], hosts, signer })
  const [one, other] = [new X509Certificate(root.cert), new X509Certificate(made.cert)]
  assert.ok(one.ca && one.verify(one.publicKey) && one.checkIssued(one))
  assert.ok(!other.ca && other.verify(one.publicKey) && other.checkIssued(one))
  assert.equal(other.checkHost('db.example'), 'db.example')
  assert.equal(other.checkHost('x'), undefined)
  assert.equal(other.checkIP('10.0.0.1'), '10.0.0.1')
  assert.equal(other.checkIP('2001:db8::1'), '2001:db8::1')
  assert.deepEqual([other.validFrom, other.validTo], ['May 31 00:00:00 2030 GMT', 'May  8 00:00:00 2130 GMT'])
  assert.equal(readCertificate(other.raw).serial, BigInt(`0x${other.serialNumber}`).toString())
})
