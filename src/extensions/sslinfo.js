/** sslinfo 1.2: how the client's connection is encrypted, and what its certificate says. */
import { featureNotSupported } from '../errors/db-error.js'
import { Family } from '../functions/impl.js'
import { parseNumeric } from '../types/numbers/numeric-input.js'
import { functionScript } from './script.js'

/** @import { FunctionContext } from '../functions/impl.js' */
/** @import { FunctionLine } from './script.js' */

/** @param {FunctionContext} ctx */
const certificateOf = ({ session }) => session.encryption?.peer ?? null

const family = new Family()
family.context('ssl_is_used', ({ session }) => session.encryption !== null)
family.context('ssl_version', ({ session }) => session.encryption?.version ?? null)
family.context('ssl_cipher', ({ session }) => session.encryption?.cipher ?? null)
family.context('ssl_client_cert_present', (ctx) => certificateOf(ctx) !== null)
family.context('ssl_client_serial', (ctx) => {
  const peer = certificateOf(ctx)
  return peer === null ? null : parseNumeric(peer.serial)
})
family.context('ssl_client_dn', (ctx) => certificateOf(ctx)?.subject ?? null)
family.context('ssl_issuer_dn', (ctx) => certificateOf(ctx)?.issuer ?? null)
for (const name of ['ssl_client_dn_field', 'ssl_issuer_field']) {
  family.context(name, (ctx) => {
    if (certificateOf(ctx) === null) return null
    throw featureNotSupported(`function ${name}(text)`)
  })
}
family.context('ssl_extension_info', (ctx) => {
  if (certificateOf(ctx) === null) return []
  throw featureNotSupported('function ssl_extension_info()')
}, { set: true })

/** @type {FunctionLine[]} */
const FUNCTIONS = [
  ['ssl_client_serial()', 'numeric', 'ssl_client_serial', 'vsr'],
  ['ssl_is_used()', 'boolean', 'ssl_is_used', 'vsr'],
  ['ssl_version()', 'text', 'ssl_version', 'vsr'],
  ['ssl_cipher()', 'text', 'ssl_cipher', 'vsr'],
  ['ssl_client_cert_present()', 'boolean', 'ssl_client_cert_present', 'vsr'],
  ['ssl_client_dn_field(text)', 'text', 'ssl_client_dn_field', 'vsr'],
  ['ssl_issuer_field(text)', 'text', 'ssl_issuer_field', 'vsr'],
  ['ssl_client_dn()', 'text', 'ssl_client_dn', 'vsr'],
  ['ssl_issuer_dn()', 'text', 'ssl_issuer_dn', 'vsr'],
  [
    'ssl_extension_info(OUT name text, OUT value text, OUT critical boolean)', 'SETOF record', 'ssl_extension_info',
    'vsr',
  ],
]

/** @type {import('./bundled.js').ExtensionModule} */
export const extension = { script: functionScript('sslinfo', FUNCTIONS), functions: family.functions }
