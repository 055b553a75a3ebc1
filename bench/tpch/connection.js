/** A connection through the pg package that gives values as text, and COPY FROM STDIN on it. */
import pg from 'pg'

/** Values as the server writes them. */
const asText = { getTypeParser: () => (/** @type {string} */ value) => value }

/** @param {string} address @returns {Promise<any>} pg's client */
export async function connect(address) {
  const client = new pg.Client({ connectionString: address, types: /** @type {any} */ (asText) })
  client.on('error', () => undefined) // A query that is under way rejects with it.
  await client.connect()
  return client
}

/** What pg's client runs in a query's place: it answers the server's "copy in" with the chunks. */
class CopyIn {
  /** @param {string} text @param {Iterator<string>} chunks @param {(error: Error | null) => void} done */
  constructor(text, chunks, done) {
    this.text = text
    this.chunks = chunks
    this.done = done
  }

  /** @param {any} connection */
  submit(connection) { connection.query(this.text) }

  /** @param {any} connection */
  handleCopyInResponse(connection) {
    const send = () => {
      for (;;) {
        const { value, done } = this.chunks.next()
        if (done) { connection.endCopyFrom(); return }
        connection.sendCopyFromChunk(Buffer.from(value))
        if (connection.stream.writableNeedDrain) { connection.stream.once('drain', send); return }
      }
    }
    send()
  }

  handleCommandComplete() { /* ReadyForQuery follows */ }

  handleReadyForQuery() { this.done(null) }

  /** @param {Error} error */
  handleError(error) { this.done(error) }
}

/** @param {any} client @param {string} table @param {Iterator<string>} chunks of lines @returns {Promise<void>} */
export function copyIn(client, table, chunks) {
  return new Promise((resolve, reject) => {
    client.query(
      new CopyIn(`COPY ${table} FROM STDIN`, chunks, (error) => {
        if (error === null) resolve(undefined)
        else reject(error)
      })
    )
  })
}
