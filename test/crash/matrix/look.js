/**
 * What must hold after every crash, whatever ran: the directory is sound, nothing is left over, nobody holds a lock,
 * and what is there is what the history allows.
 */
import assert from 'node:assert/strict'
import { ENGINE_LOCK } from '../../../src/engine/cluster/cluster.js'
import { knownFiles } from '../../../src/engine/cluster/files.js'
import { vacuum } from '../../../src/storage/heap/heap-purge.js'
import { TemplateFile } from '../../../src/storage/template.js'
import { linesOf, turns } from './lane-context.js'

/** @import { Database } from '../../../src/index.js' */
/** @import { FaultVfs } from '../../support/disk/fault-vfs.js' */
/** @import { History, State } from './history.js' */
/** @import { LaneKind } from './lanes/index.js' */

/** Eight, and one that is being made. */
const READY_FILES_MAX = 9

/** Every name a data directory may have. */
const NAMES = /^(base|wal|temp|control|catalog-template.*|double-write\.[01]|seawall\.(conf|auto\.conf)|postgresql\.auto\.conf|creation|log-reserve.*)$/

/**
 * Every page and file: what takes long, and what damage done in an earlier life does not escape in the end.
 * @param {Database} db
 * @param {FaultVfs} disk
 * @param {boolean} isJustOpen no copy of the template's files is left over without its name
 */
export async function isSound(db, disk, isJustOpen = true) {
  if (db.cluster.maintenance.sweeping !== null) {
    // What may be left over until the sweep has gone by is not told of; all else holds before it, too.
    assert.deepEqual((await db.check()).problems, [])
    await db.cluster.maintenance.sweeping
  }
  assert.deepEqual((await db.check()).problems, [])
  assert.throws(() => disk.lock(ENGINE_LOCK, 'another process'), { code: '55006' })
  await filesAreKnown(db, disk, isJustOpen)
}

/**
 * Nobody has an older snapshot, and purge has gone by: nothing is left of rows that nobody sees, and VACUUM has
 * nothing to do.
 * @param {Database} db
 * @param {LaneKind[]} lanes
 */
export async function nothingIsLeft(db, lanes) {
  const { cluster } = db
  await db.checkpoint() // purge waits for files' drops to be durable
  for (let turn = 0; cluster.txns.hasPurgeWork; turn++) {
    assert.ok(turn < PURGE_TURNS, 'purge goes on when nobody has an older snapshot')
    cluster.maintenance.schedulePurge()
    await turns(1)
  }
  assert.deepEqual((await db.check()).problems, [])
  const { catalog, storage } = db.session.database
  for (const table of lanes.flatMap((lane) => lane.tables)) {
    const [oid] = await linesOf(db, `select '${table}'::regclass::oid`)
    const relation = storage.purgeRelation(catalog.snapshot(null, EVERYWHERE).relation(Number(oid))?.fileId ?? 0)
    if (relation === null) continue
    const work = vacuum(cluster.heapEnv, relation)
    let step = work.next()
    while (!step.done) step = work.next()
    assert.deepEqual(step.value, { rowsRemoved: 0, entriesRemoved: 0 }, `what purge has left of ${table}`)
  }
}

const PURGE_TURNS = 2000
const EVERYWHERE = { namespaces: [11, 2200], temporary: 0, databaseOid: 0, roleOid: 10 }

/**
 * @param {Database} db just opened @param {LaneKind[]} lanes that ran @param {History} history
 * @param {(state: State) => boolean} survives whether an answered commit must be there
 * @param {boolean} nothingLost every one must
 */
export async function verify(db, lanes, history, survives, nothingLost) {
  await looksRight(db, lanes, history, survives, nothingLost)
  await nothingIsLocked(db, lanes)
  const [temporary] = await linesOf(
    db,
    "select count(*) from pg_class where relnamespace::regnamespace::text like 'pg_temp%'"
  )
  assert.equal(temporary, '0', 'what was temporary is gone')
}

/**
 * What the lanes left is what the history allows.
 * @param {Database} db
 * @param {LaneKind[]} lanes
 * @param {History} history
 * @param {(state: State) => boolean} survives
 * @param {boolean} nothingLost
 */
export async function looksRight(db, lanes, history, survives, nothingLost) {
  /** @type {Map<string, string>} */
  const looks = new Map()
  for (const { name, look, parts = 1 } of lanes) {
    if (look === undefined) continue
    for (let part = 0; part < parts; part++) looks.set(laneName(name, parts, part), await look(db, part))
  }
  await db.exec('reset search_path')
  history.judge(looks, survives, true)
  for (const { verify: more } of lanes) await more?.(db, history, nothingLost)
}

/** @param {string} name @param {number} parts @param {number} part */
export const laneName = (name, parts, part) => parts === 1 ? name : `${name} ${part}`

/** No file, segment or name is left over. @param {Database} db @param {FaultVfs} disk @param {boolean} isJustOpen */
async function filesAreKnown(db, disk, isJustOpen) {
  const { cluster } = db
  await cluster.storage.files.settled()
  const known = knownFiles(cluster)
  /** Copies that a recovery made whose checkpoint found no room: the next one names them. @type {Set<number>} */
  const unnamed = new Set()
  for (const { fileId, handle } of cluster.storage.files.withHandle)
    if (handle instanceof TemplateFile && handle.isUnnamed) unnamed.add(fileId)
  for (const name of disk.list('base')) {
    const fileId = /^[0-9a-f]{8}(\.free|\.new)?$/.test(name) ? Number.parseInt(name.slice(0, 8), 16) : -1
    assert.ok(known.has(fileId), `base/${name} is left over`)
    if (isJustOpen && name.endsWith('.new')) assert.ok(unnamed.has(fileId), `base/${name} is left over`)
  }
  for (const name of disk.list('wal')) assert.match(name, /^([0-9a-f]{16}|preparing\.\d+|reserve)$/, 'a segment')
  for (const name of disk.list('temp')) assert.match(name, /^ready\.\d+$/, 'a file that is ready')
  assert.ok(disk.list('temp').length <= READY_FILES_MAX, 'what a crash left of the files that were ready is gone')
  for (const name of disk.list('')) assert.match(name, NAMES, 'a name of the data directory')
}

/** @param {Database} db @param {LaneKind[]} lanes */
async function nothingIsLocked(db, lanes) {
  for (const table of lanes.flatMap((lane) => lane.tables)) {
    await db.exec('begin')
    const [counts] = await linesOf(
      db,
      `select (select count(*) from (select 1 from ${table} for update nowait) x), (select count(*) from ${table})`
    )
    const [locked, all] = counts.split(' ')
    assert.equal(locked, all, `rows of ${table} that can be locked`)
    await db.exec('rollback')
  }
}
