/**
 * A database of many roles, at random: what they are, who is a member of whom, what they own and were granted, by whom,
 * and which rows they may see. Every statement succeeds, so that whoever runs the script has all of it.
 */
import { Random } from '../random/random.js'

const ROLES = 200
const TABLES = 40
const KINDS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']
/** @type {[string, string[]][]} */
const DEFAULTS = [
  ['TABLES', KINDS], ['SEQUENCES', ['SELECT', 'USAGE']], ['FUNCTIONS', ['EXECUTE']], ['TYPES', ['USAGE']],
]
const COMMANDS = ['ALL', 'SELECT', 'INSERT', 'UPDATE', 'DELETE']
const SETTINGS = [['work_mem', '8MB'], ['search_path', 'app, public'], ['statement_timeout', '5s'],
  ['TimeZone', 'Europe/Berlin'], ['log_statement', 'all'], ['app.tenant', "o''brien"]]

class Script {
  /** @param {number} seed */
  constructor(seed) {
    this.random = new Random(seed)
    /** @type {string[]} */
    this.lines = []
    /**
     * Some need quotes. They are made in the order of their names, as pg_dumpall makes them: pg_dump lists a policy's
     * roles as it finds them. @type {string[]}
     */
    this.roles = Array.from({ length: ROLES }, (_, at) => {
      const name = `role_${String(at).padStart(3, '0')}`
      return at % 9 === 0 ? `"${name} ""Odd"` : name
    })
  }

  /** @param {number} below */
  int(below) { return this.random.below(below) }

  /** @template T @param {readonly T[]} list @returns {T} */
  one(list) { return list[this.int(list.length)] }

  /** @param {number} percent */
  often(percent) { return this.int(100) < percent }

  role() { return this.one(this.roles) }

  /** @template T @param {readonly T[]} list @returns {T[]} at least one */
  some(list) {
    const taken = list.filter(() => this.often(40))
    return taken.length === 0 ? [this.one(list)] : taken
  }

  /** @param {string} line */
  add(line) { this.lines.push(`${line};`) }

  /**
   * What roles are granted; some of it they may grant on, and do.
   * @param {string} object @param {string[]} privileges @param {string} owner '': a superuser, who gives nothing up
   */
  grants(object, privileges, owner) {
    for (let count = this.int(4); count > 0; count--) {
      const to = this.role()
      const some = this.some(privileges).join(', ')
      const further = this.often(30) && to !== owner
      this.add(`GRANT ${some} ON ${object} TO ${to}${further ? ' WITH GRANT OPTION' : ''}`)
      if (!further) continue
      this.add(`SET SESSION AUTHORIZATION ${to}`)
      const others = this.roles.filter((role) => role !== owner && role !== to)
      this.add(`GRANT ${some} ON ${object} TO ${this.often(20) ? 'PUBLIC' : this.one(others)}`)
      this.add('RESET SESSION AUTHORIZATION')
    }
    if (owner !== '' && this.often(20)) this.add(`REVOKE ${this.one(privileges)} ON ${object} FROM ${owner}`)
    if (this.often(20)) this.add(`GRANT ${this.one(privileges)} ON ${object} TO PUBLIC`)
  }
}

/** @param {Script} script */
function makeRoles(script) {
  const word = (/** @type {string} */ name, percent = 50) => script.often(percent) ? name : `NO${name}`
  for (const [at, role] of script.roles.entries()) {
    const options = [word('LOGIN'), word('INHERIT', 80), word('CREATEDB', 20), word('CREATEROLE', 10),
      word('SUPERUSER', 3), word('REPLICATION', 5), word('BYPASSRLS', 10)]
    if (script.often(20)) options.push(`CONNECTION LIMIT ${script.int(50)}`)
    if (script.often(20)) options.push(`PASSWORD 'md5${String(at).padStart(32, '0')}'`)
    if (script.often(10)) options.push("VALID UNTIL '2031-05-06 07:08:09+00'")
    script.add(`CREATE ROLE ${role} ${options.join(' ')}`)
    if (script.often(15)) script.add(`COMMENT ON ROLE ${role} IS 'number ${at}, it''s so'`)
    // Members of those before them: no circles.
    for (let count = at === 0 ? 0 : script.int(3); count > 0; count--) {
      script.add(`GRANT ${script.roles[script.int(at)]} TO ${role}${script.often(25) ? ' WITH ADMIN OPTION' : ''}`)
    }
    if (script.often(5)) script.add(`GRANT pg_read_all_data TO ${role}`)
    if (!script.often(20)) continue
    const [name, value] = script.one(SETTINGS)
    const where = script.often(40) ? ' IN DATABASE roles_dump' : ''
    script.add(`ALTER ROLE ${role}${where} SET ${name} = ${name === 'search_path' ? value : `'${value}'`}`)
  }
}

/** @param {Script} script @param {string} schema */
function makeTables(script, schema) {
  for (let at = 0; at < TABLES; at++) {
    const owner = script.role()
    const table = `${schema}.t${at}`
    script.add(`CREATE TABLE ${table} (id int PRIMARY KEY, tenant name, note text)`)
    script.add(`ALTER TABLE ${table} OWNER TO ${owner}`)
    script.grants(`TABLE ${table}`, KINDS, owner)
    if (script.often(50)) script.add(`GRANT SELECT (id, note), UPDATE (note) ON ${table} TO ${script.role()}`)
    if (script.often(50)) script.add(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`)
    if (script.often(20)) script.add(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`)
    for (let number = script.int(4); number > 0; number--) {
      const command = script.one(COMMANDS)
      const to = script.often(30) ? 'PUBLIC' : script.some(script.roles.slice(0, 4 + script.int(8))).join(', ')
      const using = command === 'INSERT' ? '' : ` USING (tenant = current_user AND id > ${script.int(9)})`
      const check = ['SELECT', 'DELETE'].includes(command) ? ''
        : " WITH CHECK (note <> current_setting('app.tenant', true))"
      const kind = script.often(30) ? 'RESTRICTIVE' : 'PERMISSIVE'
      script.add(`CREATE POLICY p${number} ON ${table} AS ${kind} FOR ${command} TO ${to}${using}${check}`)
    }
    if (!script.often(30)) continue
    const option = script.one(['security_barrier', 'security_invoker'])
    script.add(`CREATE VIEW ${schema}.v${at} WITH (${option}) AS SELECT id, note FROM ${table}`)
    script.add(`ALTER VIEW ${schema}.v${at} OWNER TO ${script.role()}`)
    script.grants(`TABLE ${schema}.v${at}`, KINDS.slice(0, 4), '')
  }
}

/** @param {Script} script @param {string} schema */
function makeOthers(script, schema) {
  for (let at = 0; at < 20; at++) {
    const owner = script.role()
    script.add(`CREATE SEQUENCE ${schema}.s${at}`)
    script.add(`ALTER SEQUENCE ${schema}.s${at} OWNER TO ${owner}`)
    script.grants(`SEQUENCE ${schema}.s${at}`, ['SELECT', 'UPDATE', 'USAGE'], owner)
    const maker = script.role()
    const definer = script.often(50) ? 'SECURITY DEFINER SET search_path = app' : ''
    script.add(`CREATE FUNCTION ${schema}.f${at}(a int) RETURNS int LANGUAGE sql ${definer} AS 'SELECT $1 + ${at}'`)
    script.add(`ALTER FUNCTION ${schema}.f${at}(int) OWNER TO ${maker}`)
    if (script.often(50)) script.add(`REVOKE EXECUTE ON FUNCTION ${schema}.f${at}(int) FROM PUBLIC`)
    script.grants(`FUNCTION ${schema}.f${at}(int)`, ['EXECUTE'], maker)
    const typist = script.role()
    script.add(`CREATE TYPE ${schema}.e${at} AS ENUM ('a', 'b')`)
    script.add(`ALTER TYPE ${schema}.e${at} OWNER TO ${typist}`)
    if (script.often(50)) script.add(`REVOKE USAGE ON TYPE ${schema}.e${at} FROM PUBLIC`)
    script.grants(`TYPE ${schema}.e${at}`, ['USAGE'], typist)
    script.add(`SELECT lo_create(${70000 + at})`)
    script.add(`ALTER LARGE OBJECT ${70000 + at} OWNER TO ${script.role()}`)
    script.grants(`LARGE OBJECT ${70000 + at}`, ['SELECT', 'UPDATE'], '')
    const forRole = script.role()
    const within = script.often(50) ? ` IN SCHEMA ${schema}` : ''
    const [kind, privileges] = script.one(DEFAULTS)
    const what = `${script.some(privileges).join(', ')} ON ${kind} TO ${script.role()}`
    const further = script.often(30) ? ' WITH GRANT OPTION' : ''
    script.add(`ALTER DEFAULT PRIVILEGES FOR ROLE ${forRole}${within} GRANT ${what}${further}`)
    if (!script.often(30)) continue
    script.add(`ALTER DEFAULT PRIVILEGES FOR ROLE ${script.role()} REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC`)
  }
  for (const parameter of ['work_mem', 'log_statement', 'session_replication_role']) {
    script.grants(`PARAMETER ${parameter}`, ['SET', 'ALTER SYSTEM'], '')
  }
  script.add(`GRANT USAGE ON LANGUAGE plpgsql TO ${script.role()}`)
}

/**
 * For psql, connected to any database as a superuser: makes the database roles_dump.
 * @param {number} seed @returns {string}
 */
export function manyRoles(seed) {
  const script = new Script(seed)
  script.add('CREATE DATABASE roles_dump TEMPLATE template0')
  makeRoles(script)
  const owner = script.role()
  script.add(`ALTER DATABASE roles_dump OWNER TO ${owner}`)
  script.grants('DATABASE roles_dump', ['CREATE', 'CONNECT', 'TEMPORARY'], owner)
  script.add("ALTER DATABASE roles_dump SET work_mem = '16MB'")
  script.lines.push('\\connect roles_dump')
  for (const schema of ['app', 'other']) {
    const schemaOwner = script.role()
    script.add(`CREATE SCHEMA ${schema} AUTHORIZATION ${schemaOwner}`)
    script.add(`GRANT USAGE ON SCHEMA ${schema} TO PUBLIC`)
    script.grants(`SCHEMA ${schema}`, ['USAGE', 'CREATE'], schemaOwner)
  }
  makeTables(script, 'app')
  makeOthers(script, 'other')
  return `${script.lines.join('\n')}\n`
}
