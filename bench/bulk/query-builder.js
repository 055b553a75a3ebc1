/**
 * The same rows through a query builder, Kysely, as programs with an ORM write them: objects, one statement and one
 * commit per chunk. Over the wire to Seawall and PostgreSQL, in the process to SQLite.
 */
import { join } from 'node:path'
import pg from 'pg'
import { OwnServer } from '../support/own-server.js'
import { OwnPostgres, optionalPackage } from '../lab/rivals.js'
import { COLUMNS, KEY, UPDATED, schema } from './rows.js'
import { SQLITE_TYPES, TYPES, durabilityOfPostgres, openSqlite, rssOf } from './systems.js'

/** @import { BulkSystem } from './systems.js' */

const MISSING = 'the package kysely is not installed'
/** Parameters of one statement: the wire protocol counts them in 16 bits, SQLite's limit is 32,766. */
const PARAMETERS_MAX = { wire: 65_535, sqlite: 32_766 }

/**
 * @param {any} dialect
 * @param {keyof PARAMETERS_MAX} limit
 * @param {Pick<BulkSystem, 'label' | 'durability' | 'rssMb'> & { types: Parameters<typeof schema>[0],
 *   stop: () => Promise<void> | void }} about
 * @returns {Promise<BulkSystem>}
 */
async function throughKysely(dialect, limit, { label, durability, rssMb, types, stop }) {
  const { Kysely, sql } = await optionalPackage('kysely')
  const db = new Kysely({ dialect })
  for (const statement of schema(types)) await sql.raw(statement).execute(db)
  const rowsMax = Math.floor(PARAMETERS_MAX[limit] / COLUMNS.length)
  const objectOf = (/** @type {any[]} */ row) => Object.fromEntries(COLUMNS.map((name, at) => [name, row[at]]))
  const upsert = (/** @type {any} */ insert) =>
    insert.onConflict((/** @type {any} */ conflict) =>
      conflict
        .columns(KEY)
        .doUpdateSet((/** @type {any} */ eb) =>
          Object.fromEntries(UPDATED.map((name) => [name, eb.ref(`excluded.${name}`)]))
        )
    )
  return {
    label,
    durability,
    rssMb,
    write: (rows, first) =>
      db.transaction().execute(async (/** @type {any} */ transaction) => {
        for (let from = 0; from < rows.length; from += rowsMax) {
          const insert = transaction.insertInto('bench_rows').values(rows.slice(from, from + rowsMax).map(objectOf))
          await (first ? insert : upsert(insert)).execute()
        }
      }),
    count: async () =>
      Number(
        (
          await db
            .selectFrom('bench_rows')
            .select((/** @type {any} */ eb) => eb.fn.countAll().as('n'))
            .executeTakeFirst()
        ).n
      ),
    close: async () => {
      await db.destroy()
      await stop()
    },
  }
}

/** @param {number} port @returns {Promise<any>} Kysely's dialect of PostgreSQL with one connection */
async function postgresDialect(port) {
  const { PostgresDialect } = await optionalPackage('kysely')
  return new PostgresDialect({
    pool: new pg.Pool({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', max: 1 }),
  })
}

/** @param {any} config @param {string} dir @returns {Promise<BulkSystem | string>} */
async function seawall(config, dir) {
  if (await optionalPackage('kysely') === null) return MISSING
  const server = await OwnServer.start({ path: dir, walSync: config.walSync, bufferPool: `${config.memory}MB` })
  return throughKysely(await postgresDialect(Number(new URL(server.address).port)), 'wire', {
    label: 'Seawall over TCP, Kysely',
    durability: `wal_sync ${config.walSync}`,
    types: TYPES,
    rssMb: () => rssOf(server.child.pid ?? 0),
    stop: () => server.stop(),
  })
}

/** @param {any} config @param {string} dir @returns {Promise<BulkSystem | string>} */
async function postgres(config, dir) {
  if (await optionalPackage('kysely') === null) return MISSING
  const durability = durabilityOfPostgres(config.walSync)
  const own = await OwnPostgres.start(dir, [durability.setting])
  if (own === null) return 'PostgreSQL is not installed'
  return throughKysely(await postgresDialect(own.port), 'wire', {
    label: `PostgreSQL ${own.version}, Kysely`,
    durability: durability.label,
    types: TYPES,
    rssMb: () => 0,
    stop: () => own.stop(),
  })
}

/** @param {any} config @param {string} dir @returns {Promise<BulkSystem | string>} */
async function sqlite(config, dir) {
  const kysely = await optionalPackage('kysely')
  if (kysely === null) return MISSING
  const opened = await openSqlite(config, join(dir, 'bulk.sqlite'))
  if (typeof opened === 'string') return opened
  return throughKysely(new kysely.SqliteDialect({ database: opened.db }), 'sqlite', {
    label: `${opened.label}, Kysely`,
    durability: opened.durability,
    types: SQLITE_TYPES,
    rssMb: () => process.memoryUsage().rss / 2 ** 20,
    stop: () => undefined,
  })
}

/** @type {Record<string, (config: any, dir: string) => Promise<BulkSystem | string>>} */
export const BUILDER_SYSTEMS = { kysely: seawall, 'kysely-postgres': postgres, 'kysely-sqlite': sqlite }
