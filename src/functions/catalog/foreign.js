/** Options of foreign data: shown as rows, and held against those that libpq's connections take. */
import { items } from '../../catalog/descriptors.js'
import { SERVER, USER_MAPPING } from '../../catalog/foreign.js'
import { invalidOption } from '../../errors/ddl/foreign.js'
import { Family } from '../impl.js'

const family = new Family()
export const foreignFunctions = family.functions

/** @param {string} option "name=value" @returns {[string, string | null]} */
function parts(option) {
  const split = option.indexOf('=')
  return split < 0 ? [option, null] : [option.slice(0, split), option.slice(split + 1)]
}

/** name=value texts as rows. */
family.add('pg_options_to_table', function* (options) {
  for (const option of items(options)) yield parts(option)
}, { set: true })

/** By the class of what they are said of. @type {Map<number, string[]>} */
const CONNECTION_OPTIONS = new Map([
  [SERVER, ['authtype', 'service', 'connect_timeout', 'dbname', 'host', 'hostaddr', 'port', 'tty', 'options',
    'requiressl', 'sslmode', 'gsslib']],
  [USER_MAPPING, ['user', 'password']],
])

family.add('postgresql_fdw_validator', (options, classId) => {
  const valid = CONNECTION_OPTIONS.get(classId) ?? []
  for (const option of items(options)) {
    const [name] = parts(option)
    if (!valid.includes(name)) throw invalidOption(name, valid)
  }
  return true
})
