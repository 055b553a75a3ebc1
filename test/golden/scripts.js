/**
 * Sessions as text: every line of a .sql file is sent as one simple query, and everything the server says is compared
 * with the .expected file beside it. The expectations are what PostgreSQL 15 answers, but for settings whose defaults
 * differ. `UPDATE_GOLDEN=1` writes them anew; with `ORACLE_PORT` they come from the PostgreSQL that listens there, from
 * a database made for the purpose. `GOLDEN=name` picks one file, `GOLDEN=folder` all of one.
 *
 * All that errors and notices say is compared: words, place, context, what they are about. Lines where that differs are
 * listed in own-words.js.
 *
 * In `told` statements end with an empty line and may have several lines (data of COPY among them).
 *
 * In `attacks` somebody tries what he may not: of refusals the words are compared, and a line may begin with a
 * session's name (`@b `) or make the session somebody else's (`\c role`, also with parameters of the start-up packet:
 * `\c role options=-c work_mem=1MB & application_name=x`).
 *
 * They are run by three test files, so that none takes much longer than others.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  WireClient, answerTo, connected, describeMessage, describeTold, describeWords,
} from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'
import { hasOwnWords } from './own-words.js'

/** @typedef {import('../support/wire-client.js').Message} Message */

const folder = dirname(fileURLToPath(import.meta.url))

const { GOLDEN, ORACLE_PORT, UPDATE_GOLDEN } = process.env

/** Folders of a test file each, about a third of all lines; the rest is golden.test.js's. */
export const QUERIES = ['types', 'queries', 'changes']
export const DEFINITIONS = ['definitions', 'attacks', 'privileges', 'security', 'told']

/** The same three members as a server of ours. @param {number} port */
async function oracle(port) {
  const admin = await connected(port, { database: 'postgres' })
  await admin.lines('DROP DATABASE IF EXISTS golden_oracle')
  await admin.lines('CREATE DATABASE golden_oracle')
  admin.end()
  return { port, log: [], close: async () => {} }
}

/** OIDs of types the script makes, temporary schemas and the time differ from run to run. @param {string} answer */
function comparable(answer) {
  if (answer.startsWith('T '))
    return answer.replace(/:(\d{5,})\//g, (whole, oid) => (Number(oid) < 16384 ? whole : ':user/'))
  if (/^[EN] [A-Z]+ /.test(answer))
    return answer.replace(/\bpg_temp_\d+/g, 'pg_temp').replace(/\b20\d\d-\d\d-\d\d [\d:.]+\+00\b/g, 'now')
  return answer
}

/** @param {string} text name=value & name=value @returns {Record<string, string>} */
const parametersOf = (text) => Object.fromEntries(text.split(' & ').filter((part) => part !== '').map((part) => {
  const [, name, value] = /** @type {RegExpExecArray} */ (/^(\w+)=(.*)$/.exec(part))
  return [name, value]
}))

/** @param {Message} message */
const saysWho = (message) => /^S (is_superuser|session_authorization)=/.test(describeMessage(message))

/**
 * The sessions of a file, one unless it asks for more.
 * @param {number} port @param {string} database
 */
function sessionsOf(port, database) {
  /** @type {Map<string, WireClient>} */
  const clients = new Map()
  /** @param {string} name @param {Record<string, string>} who @returns {Promise<Message[]>} what the server said */
  const begin = async (name, who) => {
    clients.get(name)?.end()
    const client = new WireClient(port)
    clients.set(name, client)
    return await client.start({ database, ...who })
  }
  return {
    /** @param {string} line @returns {Promise<Message[]>} */
    async answer(line) {
      const [, name = '', text = line] = /^@(\w+) ([^]*)$/.exec(line) ?? []
      const [, user, asked] = /^\\c (\w+)(?: (.*))?$/.exec(text) ?? []
      if (user !== undefined) {
        const said = await begin(name, { user, ...parametersOf(asked ?? '') })
        return asked === undefined ? [] : said.filter((message) => message.type === 'E' || saysWho(message))
      }
      if (!clients.has(name)) await begin(name, { user: 'postgres' })
      return answerTo(/** @type {WireClient} */ (clients.get(name)), text)
    },
    end: () => clients.forEach((client) => client.end()),
  }
}

/** Words of refusals, too. @param {Message} message */
const inWords = (message) => 'EN'.includes(message.type) ? describeWords(message) : describeMessage(message)

/** All they say. @param {Message} message */
const inFull = (message) => 'EN'.includes(message.type) ? describeTold(message) : describeMessage(message)

/** A test for each script of the folders that are asked for. @param {(folder: string) => boolean} isAsked */
export function testScripts(isAsked) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  const named = files.filter((name) => name.endsWith('.sql') &&
    (GOLDEN === undefined || name.split(/[/.]/).includes(GOLDEN)))
  const scripts = named.filter((name) => isAsked(dirname(name)))
  for (const script of scripts.sort()) testScript(script)
  if (scripts.length > 0) return
  // A file must have a test: what is asked for is another file's.
  test(`${GOLDEN} is elsewhere`, () => { assert.notEqual(named.length, 0, `no script is called ${GOLDEN}`) })
}

/** @param {string} file */
function testScript(file) {
  test(file, async () => {
    const server = ORACLE_PORT === undefined ? await startServer() : await oracle(Number(ORACLE_PORT))
    const isAttack = file.startsWith('attacks')
    // Refusals name the database.
    if (isAttack && ORACLE_PORT === undefined) {
      const admin = await connected(server.port)
      await admin.query('CREATE DATABASE golden_oracle')
      admin.end()
    }
    const sessions = sessionsOf(server.port, ORACLE_PORT === undefined && !isAttack ? 'postgres' : 'golden_oracle')
    const isTold = file.startsWith('told')
    const describe = isAttack ? inWords : inFull
    const name = file.replace(/\.sql$/, '')
    try {
      let transcript = ''
      for (const line of readFileSync(join(folder, file), 'utf8').split(isTold ? /\n{2,}/ : '\n')) {
        if (line === '') continue
        const described = hasOwnWords(name, line) ? describeMessage : describe
        const answers = (await sessions.answer(line)).map((message) => `    ${comparable(described(message))}\n`)
        transcript += `${line}\n${answers.join('')}`
      }
      const expected = join(folder, file.replace(/\.sql$/, '.expected'))
      if (UPDATE_GOLDEN) writeFileSync(expected, transcript)
      assert.equal(transcript, readFileSync(expected, 'utf8'))
      assert.deepEqual(server.log, [])
    } finally {
      sessions.end()
      await server.close()
    }
  })
}
