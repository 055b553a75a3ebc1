/**
 * `seawall tls-cert`: a certificate for development, signed by itself, and with --client one for a user, signed by
 * that. Clients trust it where they are told to (sslrootcert=server.crt).
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { Command, CommanderError, Option } from 'commander'
import { EXIT } from '../exit-codes.js'
import { count } from './options.js'

const LOCAL = ['localhost', '127.0.0.1', '::1']

export function tlsCertCommand() {
  return new Command('tls-cert')
    .description('Makes server.crt and server.key, for development: signed by themselves, for this machine alone.')
    .argument('[dir]', 'where', '.')
    .helpOption('--help', 'show this text')
    .addOption(new Option('-h, --host <names...>', 'names and addresses by which clients reach the server')
      .default(LOCAL))
    .addOption(new Option('--client <user>', 'makes USER.crt and USER.key instead, signed by server.crt there'))
    .addOption(new Option('--days <n>', 'for which it holds').argParser(count).default(365))
    .action(tlsCert)
}

/** @param {string} dir @param {{ host: string[], client?: string, days: number }} options */
async function tlsCert(dir, { host, client, days }) {
  mkdirSync(dir, { recursive: true })
  if (client !== undefined && (client === '' || /[/\\\0]/.test(client)))
    throw new CommanderError(EXIT.usage, 'seawall.client', `"${client}" is no name for a file`)
  const name = client ?? 'server'
  const [certPath, keyPath] = [join(dir, `${name}.crt`), join(dir, `${name}.key`)]
  for (const path of [certPath, keyPath]) {
    if (!existsSync(path)) continue
    console.error(`seawall: ${path} is there already`)
    process.exitCode = EXIT.failed
    return
  }
  const { makeCertificate, subjectOf } = await import('../../src/server/tls/make-certificate.js')
  const wish = { now: new Date(), days }
  const made = client === undefined
    ? makeCertificate({ ...wish, subject: [['CN', host[0]]], hosts: host, signsOthers: true })
    : makeCertificate({ ...wish, subject: [['CN', client]], signer: signerIn(dir, subjectOf) })
  // The key first: never readable by others, not for a moment.
  writeFileSync(keyPath, made.key, { mode: 0o600, flag: 'wx' })
  writeFileSync(certPath, made.cert, { flag: 'wx' })
  console.log(certPath)
  console.log(keyPath)
}

/** @param {string} dir @param {typeof import('../../src/server/tls/make-certificate.js').subjectOf} subjectOf */
function signerIn(dir, subjectOf) {
  const cert = new X509Certificate(readFileSync(join(dir, 'server.crt')))
  return { name: subjectOf(cert.raw), key: createPrivateKey(readFileSync(join(dir, 'server.key'))) }
}
