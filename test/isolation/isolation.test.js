/**
 * Several sessions step by step. A .spec file holds lines `session: statements`, sent in order as simple queries; each
 * goes on when every session either has its answer or waits for a lock. The transcript, with who waits and who goes on
 * when, is compared with the .expected file beside it, which is what PostgreSQL 15 does with the same steps.
 * `UPDATE_GOLDEN=1` writes it anew.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connected, describeMessage, query } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

const folder = dirname(fileURLToPath(import.meta.url))

/** One session of a spec. */
class Actor {
  /**
   * @param {string} name
   * @param {import('../support/wire-client.js').WireClient} client
   * @param {{ wait: unknown }} session of the engine
   */
  constructor(name, client, session) {
    this.name = name
    this.client = client
    this.session = session
    this.asked = false
    this.toldWaiting = false
  }

  get answered() { return this.client.messages.some((message) => message.type === 'Z') }
  get waits() { return this.session.wait !== null }

  /** What is new: an answer, or that it waits now. @returns {string} */
  report() {
    if (!this.asked) return ''
    if (!this.answered) {
      if (this.toldWaiting) return ''
      this.toldWaiting = true
      return `    ${this.name} waits\n`
    }
    this.asked = false
    this.toldWaiting = false
    const lines = this.client.messages.splice(0).map(describeMessage).filter((line) => line[0] !== 'T')
    return lines.map((line) => `    ${this.name}: ${line}\n`).join('')
  }
}

for (const file of readdirSync(folder).filter((name) => name.endsWith('.spec')).sort()) {
  test(file, async () => {
    const server = await startServer()
    /** @type {Map<string, Actor>} */
    const actors = new Map()
    const { sessions } = /** @type {any} */ (server.db).cluster
    let transcript = ''
    try {
      for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
        transcript += `${line}\n`
        const match = /^(\w+): (.*)$/.exec(line)
        if (match === null) continue
        let actor = actors.get(match[1])
        if (actor === undefined) {
          const before = new Set(sessions)
          const client = await connected(server.port)
          actor = new Actor(match[1], client, [...sessions].find((session) => !before.has(session)))
          actors.set(match[1], actor)
        }
        assert.ok(!actor.asked, `${actor.name} still waits when it is asked: ${line}`)
        actor.asked = true
        actor.client.send(query(match[2]))
        await settled([...actors.values()])
        transcript += [actor, ...[...actors.values()].filter((other) => other !== actor)]
          .map((each) => each.report())
          .join('')
      }
      const expected = join(folder, file.replace(/\.spec$/, '.expected'))
      if (process.env.UPDATE_GOLDEN) writeFileSync(expected, transcript)
      assert.equal(transcript, readFileSync(expected, 'utf8'))
      assert.deepEqual(server.log, [])
    } finally {
      for (const { client } of actors.values()) client.end()
      await server.close()
    }
  })
}

/**
 * Resolves when nobody runs: twice in a row, as a lock that was granted wakes its session a moment later.
 * @param {Actor[]} actors
 */
async function settled(actors) {
  for (let quiet = 0; quiet < 3;) {
    await new Promise((resolve) => { setTimeout(resolve, 1) })
    quiet = actors.every((actor) => !actor.asked || actor.answered || actor.waits) ? quiet + 1 : 0
  }
}
