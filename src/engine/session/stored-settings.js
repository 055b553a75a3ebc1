/**
 * Settings that outlive sessions: of roles and databases (pg_db_role_setting), applied when a session begins, and of
 * the server (ALTER SYSTEM), kept in a file of the data directory that is read at open and by pg_reload_conf().
 *
 * What a session begins with, later ones winning: the server's, ALTER ROLE ALL, ALTER DATABASE, ALTER ROLE, ALTER ROLE
 * … IN DATABASE, the client's own.
 */
import { catalogShape } from '../../catalog/store/shapes.js'
import { items } from '../../catalog/descriptors.js'
import { checkSetting, settingDefinition } from '../../config/settings.js'

/** @import { Lsn } from '../../util/identifiers.js' */
/** @import { DdlContext } from '../../catalog/ddl/context.js' */
/** @import { Session } from './session.js' */
/** @import { Cluster } from '../cluster/cluster.js' */
/** @import { Vfs } from '../../storage/vfs/vfs.js' */

const AUTO_CONF = 'postgresql.auto.conf'
const HEADER = '# Written by ALTER SYSTEM, which also reads it.\n'

/**
 * Settings as `name=value` texts.
 * @typedef {{ databaseOid: number, roleOid: number, config: string[] }} StoredSetting
 */

/** @param {Cluster} cluster @returns {StoredSetting[]} what is committed */
function storedSettings(cluster) {
  if (cluster.storedSettings !== null) return cluster.storedSettings
  const { store } = cluster.anyDatabase()
  const { at } = catalogShape('pg_db_role_setting')
  cluster.storedSettings = store
    .scan('pg_db_role_setting', store.latest())
    .map(({ row }) => ({
      databaseOid: row[at.setdatabase], roleOid: row[at.setrole],
      config: row[at.setconfig] === null ? [] : items(row[at.setconfig]),
    }))
  return cluster.storedSettings
}

/**
 * @param {Cluster} cluster
 * @param {number} databaseOid
 * @param {number} roleOid
 * @returns {[name: string, value: string, source: string][]} in the order to apply; source: pg_settings.source
 */
export function settingsOf(cluster, databaseOid, roleOid) {
  const stored = storedSettings(cluster)
  if (stored.length === 0) return []
  /** @type {[database: number, role: number, source: string][]} */
  const places = [
    [0, 0, 'global'], [databaseOid, 0, 'database'], [0, roleOid, 'user'], [databaseOid, roleOid, 'database user'],
  ]
  return places.flatMap(([database, role, source]) => {
    const found = stored.find((one) => one.databaseOid === database && one.roleOid === role)
    return (found?.config ?? []).map((item) => {
      const at = item.indexOf('=')
      return /** @type {[string, string, string]} */ ([item.slice(0, at), item.slice(at + 1), source])
    })
  })
}

/**
 * @typedef {{ file: string, line: number, name: string, value: string, applied: boolean, error: string | null }}
 *   FileSetting applied: it holds, or will after the next reload
 */

/** What ALTER SYSTEM set, line by line. @param {Vfs} vfs @returns {FileSetting[]} */
export function fileSettings(vfs) {
  if (!vfs.exists(AUTO_CONF)) return []
  return readText(vfs).split('\n').flatMap((text, at) => {
    const match = /^[ \t]*([A-Za-z_][\w.$]*)[ \t]*=[ \t]*'((?:[^']|'')*)'[ \t\r]*$/.exec(text)
    if (match === null) return []
    /** @type {FileSetting} */
    const setting = {
      file: AUTO_CONF, line: at + 1, name: match[1], value: match[2].replaceAll("''", "'"), applied: true, error: null,
    }
    try {
      checkSetting(setting.name, setting.value)
      return [setting]
    } catch (error) {
      return [{ ...setting, applied: false, error: error instanceof Error ? error.message : String(error) }]
    }
  })
}

/**
 * @param {Vfs} vfs
 * @param {(line: string) => void} log
 * @returns {Record<string, string>} what ALTER SYSTEM set; lines that make no sense any more are left out, and logged
 */
export function readServerSettings(vfs, log) {
  /** @type {Record<string, string>} */
  const chosen = {}
  for (const { file, name, value, error } of fileSettings(vfs)) {
    if (error === null) chosen[name.toLowerCase()] = value
    else log(`${file}: ${error}`)
  }
  return chosen
}

/** @param {Vfs} vfs */
function readText(vfs) {
  const file = vfs.open(AUTO_CONF, {})
  try {
    const bytes = new Uint8Array(file.size())
    return new TextDecoder().decode(bytes.subarray(0, file.readSync(bytes, 0, bytes.length, 0)))
  } finally {
    file.close()
  }
}

/**
 * In a new file that takes the old one's place once it is on disk.
 * @param {Vfs} vfs
 * @param {Record<string, string>} chosen
 */
export function writeServerSettings(vfs, chosen) {
  const lines = Object.entries(chosen).map(
    ([name, value]) => `${settingDefinition(name)?.name ?? name} = '${value.replaceAll("'", "''")}'\n`,
  )
  const bytes = new TextEncoder().encode(HEADER + lines.join(''))
  const path = `${AUTO_CONF}.new`
  const file = vfs.open(path, { create: true })
  try {
    file.truncate(0)
    file.writeSync(bytes, 0, bytes.length, 0)
    file.syncSync()
  } finally {
    file.close()
  }
  vfs.rename(path, AUTO_CONF)
  vfs.syncDir('')
}

/**
 * Those of a role or a database that is dropped.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {{ databaseOid?: number, roleOid?: number }} gone
 */
export function dropStoredSettings(session, ddl, { databaseOid, roleOid }) {
  const { at } = catalogShape('pg_db_role_setting')
  const all = session.cluster
    .anyDatabase()
    .store.scan('pg_db_role_setting', session.cluster.anyDatabase().store.latest())
  for (const { row } of all) {
    if (row[at.setdatabase] !== databaseOid && row[at.setrole] !== roleOid) continue
    for (const found of ddl.find('pg_db_role_setting', 'pg_db_role_setting_databaseid_rol_index', [
      row[at.setdatabase],
      row[at.setrole],
    ]))
      ddl.remove('pg_db_role_setting', found)
  }
  forgetAtCommit(session)
}

/**
 * Stored settings are read anew once this transaction has committed, and who is told of them is told of its commit.
 * @param {Session} session
 */
export function forgetAtCommit(session) {
  const { cluster } = session
  session.block.txn.onCommit((/** @type {Lsn} */ commitLsn) => {
    cluster.storedSettings = null
    cluster.anyDatabase().catalog.noteCommit(commitLsn)
  })
}
