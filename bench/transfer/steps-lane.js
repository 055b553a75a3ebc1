/**
 * A transfer in SQL statements through node-postgres, one round trip each, as an application without stored procedures
 * does it. Tried again after serialization failures and deadlocks.
 */
import pg from 'pg'

const RETRIED = new Set(['40001', '40P01', '55P03'])
const ATTEMPTS_MAX = 10

export class StepsLane {
  /** @param {any} task @param {(sentMs: number, error: string | null) => void} answered @param {() => void} fill */
  constructor(task, answered, fill) {
    this.task = task
    this.answered = answered
    this.fill = fill
    /** Transfers of one connection go one after the other. @type {Promise<void>} */
    this.before = Promise.resolve()
    this.client = new pg.Client({ host: '127.0.0.1', port: task.port, user: 'postgres', database: 'postgres' })
  }

  open() { return this.client.connect() }

  /** @param {number} from @param {number} to */
  send(from, to) {
    const sentMs = performance.now()
    this.before = this.before
      .then(() => this.attempt(from, to))
      .then(
        () => null,
        (/** @type {Error} */ error) => error.message
      )
      .then((error) => {
        this.answered(sentMs, error)
        this.fill()
      })
  }

  /** @param {number} from @param {number} to */
  async attempt(from, to) {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.transfer(from, to)
        return
      } catch (error) {
        await this.client.query('ROLLBACK')
        if (attempt === ATTEMPTS_MAX || !RETRIED.has(/** @type {{ code: string }} */ (error).code)) throw error
        await new Promise((resolve) => { setTimeout(resolve, Math.random() * Math.min(200, 5 * 2 ** attempt)) })
      }
    }
  }

  /** @param {number} from @param {number} to */
  async transfer(from, to) {
    const { client } = this
    await client.query('BEGIN')
    const { rows } = await client.query({
      name: 'lock',
      text: 'SELECT id, balance FROM accounts WHERE id IN ($1, $2) ORDER BY id FOR UPDATE',
      values: [Math.min(from, to), Math.max(from, to)],
    })
    if (rows.length < 2) throw new Error('account_missing')
    if (Number(rows.find((/** @type {any} */ row) => row.id === from)?.balance) >= 1) {
      await client.query({
        name: 'take',
        text: 'UPDATE accounts SET balance = balance - $1 WHERE id = $2',
        values: [1, from],
      })
      await client.query({
        name: 'give',
        text: 'UPDATE accounts SET balance = balance + $1 WHERE id = $2',
        values: [1, to],
      })
      if (this.task.test === 2)
        await client.query({
          name: 'audit',
          text: 'INSERT INTO transfer_audit (from_id, to_id, amount) VALUES ($1, $2, $3)',
          values: [from, to, 1],
        })
    }
    await client.query('COMMIT')
  }

  flush() { /* statements leave one by one */ }
  close() { void this.client.end() }
}
