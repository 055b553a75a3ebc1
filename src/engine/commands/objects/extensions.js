/**
 * CREATE, ALTER and DROP EXTENSION. An extension is made by its script (../../../extensions): statements that run like
 * anybody's, with the extension's schema first in the search path; what they make is noted as the extension's.
 */
import { readFirst } from '../../turns/long-calls.js'
import { Turns } from '../../turns/steps.js'
import { CLASS } from '../../../catalog/ddl/context.js'
import { address } from '../../../catalog/ddl/dependencies.js'
import { dropObjects } from '../../../catalog/ddl/drop.js'
import {
  addMember, createExtension, dropMember, EXTENSION, extensionOf, forgetDumped, membersOf,
  setFollowsExtension, updateExtension,
} from '../../../catalog/ddl/extensions.js'
import { createNamespace } from '../../../catalog/ddl/namespace.js'
import { javaScriptLanguage } from '../../../catalog/ddl/routines/functions.js'
import { moveDependency } from '../../../catalog/ddl/types/types.js'
import { JAVASCRIPT, languageNamed } from '../../../catalog/languages.js'
import { KNOWN_EXTENSIONS, updatePath } from '../../../catalog/known-extensions.js'
import { describeObject, OBJECT_CLASSES } from '../../../catalog/object-classes.js'
import { quoteLiteral } from '../../../catalog/deparse/names.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { undefinedRelation } from '../../../errors/data.js'
import { undefinedSchema } from '../../../errors/ddl/catalog.js'
import {
  alreadyMember, neverMember, extensionExists, extensionNotAvailable, noScriptFor, notLoadable, noSuchExtension,
  notMember, notRelocatable, noUpdatePath, onlyInSchema, requiredExtension, scatteredMembers, schemaHoldsExtension,
  inScript, transactionInScript,
} from '../../../errors/extensions.js'
import { CREATE } from '../../../catalog/acl.js'
import { DATABASE, privilegesOn } from '../../../catalog/guarded.js'
import { BOOTSTRAP_ROLE } from '../../../catalog/roles.js'
import { extensionDenied, permissionDenied } from '../../../errors/privileges.js'
import { asker } from '../../session/access.js'
import { javaScriptOff, languageExists } from '../../../errors/procedures.js'
import { isBundled, isUnloaded, loadedExtension, loadExtension } from '../../../extensions/bundled.js'
import { parse } from '../../../parser/parser.js'
import { splitStatements } from '../../../parser/split.js'
import { Prepared } from '../../statements/core/prepared.js'
import { beginDdl, creationNamespace, endDdl } from '../../session/ddl.js'
import { observeFor } from '../../session/observers.js'
import { findNamed, findObject, OBJECT_TYPES, requireNamedOwner } from './object-address.js'
import { requireOwner } from '../../../catalog/ddl/may-change.js'
import { readOptions, requireName } from './extension-options.js'
import { moveObject, targetSchema } from './object-names.js'
import { RELATION_TYPES, requireKind } from './relation-kind.js'

/** @import { KnownExtension } from '../../../catalog/known-extensions.js' */
/** @import { DdlContext, ObjectAddress } from '../../../catalog/ddl/context.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall, UtilityRunner } from '../dispatch.js' */
/** @import { DefElem, Options } from './extension-options.js' */

/**
 * @typedef {(session: Session, prepared: Prepared, call: Omit<UtilityCall, 'prepared'>) =>
 *   Generator<Promise<unknown>, void, void>} RunStatement
 */
/** @import { CatalogRow } from '../../../catalog/descriptors.js' */

/** @param {Session} session @param {string} name @returns {CatalogRow | undefined} its row of pg_extension */
const rowOf = (session, name) => session.catalog().rowsWith('pg_extension', 'extname', name)[0]

/** @param {Session} session @param {string} message @param {string} [code] */
const tell = (session, message, code = '00000') => session.notice({ severity: 'NOTICE', code, message })

/** @param {RunStatement} run of a script's statements @returns {UtilityRunner} */
export const extensionRunner = (run) => (session, node, call) => runCreateExtension(session, node, call, run)

/**
 * @param {Session} session @param {{ extname: string, if_not_exists?: boolean, options?: { DefElem: DefElem }[] }} node
 * @param {UtilityCall} call @param {RunStatement} run
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* runCreateExtension(session, node, call, run) {
  const name = node.extname
  session.block.ensure()
  requireName(name)
  if (name === JAVASCRIPT) createJavaScript(session, node.if_not_exists === true)
  else if (rowOf(session, name) !== undefined) {
    if (!node.if_not_exists) throw extensionExists(name)
    tell(session, `extension "${name}" already exists, skipping`, '42710')
  } else yield* create(session, name, readOptions(node.options ?? []), call, run, [])
  call.sink.commandComplete('CREATE EXTENSION')
}

/**
 * CREATE LANGUAGE javascript, which is how pg_dump writes it and how the grammar reads that: as an extension.
 * @param {Session} session @param {boolean} isKnownFine
 */
function createJavaScript(session, isKnownFine) {
  if (session.cluster.javaScriptBodies === null) throw javaScriptOff()
  if (!session.identity.isSuperuser) throw permissionDenied('language', JAVASCRIPT)
  if (languageNamed(session.catalog(), JAVASCRIPT) !== 0) {
    if (!isKnownFine) throw languageExists(JAVASCRIPT)
    return
  }
  const ddl = beginDdl(session)
  javaScriptLanguage(ddl)
  endDdl(session, ddl)
}

/**
 * @param {Session} session @param {string} name @param {Options} options @param {UtilityCall} call
 * @param {RunStatement} run @param {string[]} parents that require it
 * @returns {Generator<Promise<unknown>, number, void>} its OID
 */
function* create(session, name, options, call, run, parents) {
  const known = Object.hasOwn(KNOWN_EXTENSIONS, name) ? KNOWN_EXTENSIONS[name] : undefined
  if (known === undefined) throw extensionNotAvailable(name, Object.keys(KNOWN_EXTENSIONS))
  if (isUnloaded(name)) yield loadExtension(name).catch((error) => { throw notLoadable(name, error) })
  requireTrusted(session, name, known)
  observeFor(session.cluster, name)
  const target = options.version ?? known.version
  const way = updatePath(known, known.version, target)
  if (way === null) throw noScriptFor(name, target)
  const { schema } = options
  if (known.schema !== null && schema !== null && schema !== known.schema) throw onlyInSchema(name, known.schema)
  const schemaName = known.schema ?? schema
  if (schemaName !== null && session.catalog().namespaceOid(schemaName) === 0) {
    if (schemaName !== known.schema) throw undefinedSchema(schemaName)
    const ddl = beginDdl(session)
    createNamespace(ddl, schemaName, { ownerOid: session.roleOid })
    endDdl(session, ddl)
  }
  const required = yield* createRequired(session, name, known, options, call, run, parents)
  const namespaceOid = placeFor(session, schemaName, name)
  const ddl = beginDdl(session)
  const oid = createExtension(ddl, name, namespaceOid, required)
  endDdl(session, ddl)
  yield* runScript(session, loadedExtension(name)?.script ?? '', { name, oid, namespaceOid }, call, run)
  yield* update(session, name, { name, oid, namespaceOid }, way, call, run)
  return oid
}

/**
 * @param {Session} session @param {string} name @param {KnownExtension} known @param {Options} options
 * @param {UtilityCall} call @param {RunStatement} run @param {string[]} parents
 * @returns {Generator<Promise<unknown>, number[], void>} OIDs
 */
function* createRequired(session, name, known, options, call, run, parents) {
  const oids = []
  for (const other of known.requires) {
    const row = rowOf(session, other)
    if (row !== undefined) {
      oids.push(row[0])
      continue
    }
    if (!options.cascade || parents.includes(other)) throw requiredExtension(other)
    tell(session, `installing required extension "${other}"`)
    oids.push(yield* create(session, other, { ...options, version: null }, call, run, [...parents, name]))
  }
  return oids
}

/**
 * A trusted extension is for whoever may create in the database, the others for superusers.
 * @param {Session} session @param {string} name @param {KnownExtension} known @throws {DbError} 42501
 */
function requireTrusted(session, name, known) {
  if (session.superuser) return
  const catalog = session.catalog()
  if (known.trusted && privilegesOn(catalog, session.roleOid, DATABASE, catalog.databaseOid, CREATE) !== 0) return
  throw extensionDenied(name, known.trusted)
}

/**
 * A trusted extension asks for no right in the schema.
 * @param {Session} session @param {string | null} schema @param {string} name
 */
function placeFor(session, schema, name) {
  const catalog = session.catalog()
  const oid = schema === null ? catalog.creationNamespace : catalog.namespaceOid(schema)
  return oid !== 0 && oid !== session.temporaryOid ? oid
    : creationNamespace(session, { schemaname: schema ?? undefined, relname: name, relpersistence: 'p' })
}

/** Characters of a script that are read at once. */
const PIECE_CHARACTERS = 4096

/** @param {string} script @returns {string[]} the same statements, some to each piece */
function scriptPieces(script) {
  const ends = script.length <= PIECE_CHARACTERS ? null : splitStatements(script)
  if (ends === null) return [script]
  const pieces = []
  let from = 0
  for (let at = 1; at < ends.length; at += 2) {
    if (ends[at] - from < PIECE_CHARACTERS && at + 2 < ends.length) continue
    pieces.push(script.slice(from, ends[at]))
    from = ends[at] + 1
  }
  return pieces
}

/**
 * @param {Session} session @param {string} script
 * @param {{ name: string, oid: number, namespaceOid: number }} extension
 * @param {UtilityCall} call @param {RunStatement} run
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* runScript(session, script, { name, oid, namespaceOid }, call, run) {
  if (script === '') return
  session.names.makesIn(session.catalog().namespace(namespaceOid)?.name ?? null)
  session.extensionOid = oid
  // What a trusted one makes is the first superuser's; the extension itself is whose command it is.
  const before = session.superuser ? null : session.identity.enter(BOOTSTRAP_ROLE)
  try {
    const quiet = {
      ...call,
      sink: Object.create(call.sink, { commandComplete: { writable: true, configurable: true, value: () => {} } }),
    }
    const turns = new Turns(session)
    // Bundled ones are read here, piece by piece: a thread for the grammar would take longer to start.
    for (const piece of isBundled(name) ? scriptPieces(script) : [script]) {
      for (const parsed of yield* readFirst(session, () => parse(piece))) {
        if (parsed.tag === 'TransactionStmt') throw transactionInScript()
        const prepared = new Prepared(parsed, piece, [])
        if (prepared.isPlanned) yield* runQuery(session, parsed.text)
        else yield* run(session, prepared, quiet)
        if (turns.isOver()) yield turns.next()
      }
    }
  } catch (error) {
    // PostgreSQL says nothing of its own scripts, which do not fail; a program's is to be found.
    if (!isBundled(name)) throw inScript(error, name)
    throw error
  } finally {
    if (before !== null) session.identity.leave(before)
    session.extensionOid = 0
    session.names.makesIn(null)
  }
}

/**
 * Nobody gets its rows.
 * @param {Session} session @param {string} text of a SELECT, INSERT, UPDATE, DELETE or MERGE
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* runQuery(session, text) {
  session.block.started = true
  yield* session.procedures.runInline('plpgsql', `BEGIN EXECUTE ${quoteLiteral(text)}; END`)
}

/**
 * Version by version.
 * @param {Session} session @param {string} name
 * @param {{ name: string, oid: number, namespaceOid: number }} extension @param {string[]} way
 * @param {UtilityCall} call @param {RunStatement} run
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* update(session, name, extension, way, call, run) {
  for (let at = 1; at < way.length; at++) {
    const { updates = {} } = KNOWN_EXTENSIONS[name]
    const ddl = beginDdl(session)
    updateExtension(ddl, extension.oid, { extversion: way[at] })
    endDdl(session, ddl)
    yield* runScript(session, updates[`${way[at - 1]}--${way[at]}`], extension, call, run)
  }
}

/** ALTER EXTENSION … UPDATE. @param {RunStatement} run of a script's statements @returns {UtilityRunner} */
export const extensionUpdater = (run) => function* runAlterExtension(session, node, call) {
  session.block.ensure()
  const name = node.extname
  const row = rowOf(session, name)
  if (row === undefined) throw noSuchExtension(name)
  const { at } = catalogShape('pg_extension')
  requireOwner(asker(session), { classId: EXTENSION, objectId: row[at.oid], subId: 0 })
  const from = row[at.extversion]
  const known = Object.hasOwn(KNOWN_EXTENSIONS, name) ? KNOWN_EXTENSIONS[name] : undefined
  if (known === undefined) throw extensionNotAvailable(name, Object.keys(KNOWN_EXTENSIONS))
  const to = readOptions(node.options ?? []).version ?? known.version
  if (to === from) tell(session, `version "${to}" of extension "${name}" is already installed`)
  else {
    const way = updatePath(known, from, to)
    if (way === null) throw noUpdatePath(name, from, to)
    yield* update(session, name, { name, oid: row[at.oid], namespaceOid: row[at.extnamespace] }, way, call, run)
  }
  call.sink.commandComplete('ALTER EXTENSION')
}

/**
 * ALTER EXTENSION … SET SCHEMA.
 * @param {Session} session
 * @param {{ object: { String: { sval: string } }, newschema: string }} node AlterObjectSchemaStmt
 * @param {UtilityCall} call
 */
export function moveExtension(session, { object: { String: { sval: name } }, newschema }, call) {
  session.block.ensure()
  const row = rowOf(session, name)
  if (row === undefined) throw noSuchExtension(name)
  const { at } = catalogShape('pg_extension')
  const [oid, from] = [row[at.oid], row[at.extnamespace]]
  const to = targetSchema(session, asker(session), newschema, from)
  requireOwner(asker(session), address(EXTENSION, oid))
  if (!row[at.extrelocatable]) throw notRelocatable(name)
  if (to !== from) {
    const ddl = beginDdl(session)
    for (const member of membersOf(ddl, oid)) moveMember(session, ddl, member, name, { from, to: newschema })
    updateExtension(ddl, oid, { extnamespace: to })
    moveDependency(ddl, EXTENSION, oid, from, to)
    endDdl(session, ddl)
  }
  call.sink.commandComplete('ALTER EXTENSION')
}

/**
 * @param {Session} session @param {DdlContext} ddl @param {ObjectAddress} member @param {string} name
 * @param {{ from: number, to: string }} schemas
 */
function moveMember(session, ddl, member, name, { from, to }) {
  const kind = OBJECT_CLASSES.get(member.classId)
  if (kind?.namespace === undefined) return
  const now = ddl.byOid(kind.catalog, member.objectId).row[catalogShape(kind.catalog).at[kind.namespace]]
  if (now !== from) {
    throw scatteredMembers(name, describeObject(ddl.view, member), ddl.view.namespace(from)?.name ?? '')
  }
  // What a trusted extension made is the first superuser's, who alone may move it.
  if (member.classId !== RELATION) requireOwner(ddl, member)
  moveObject(session, ddl, member, to)
}

const NEVER_MEMBERS = new Set([
  'OBJECT_DATABASE', 'OBJECT_EXTENSION', 'OBJECT_INDEX', 'OBJECT_PUBLICATION', 'OBJECT_ROLE', 'OBJECT_STATISTIC_EXT',
  'OBJECT_SUBSCRIPTION', 'OBJECT_TABLESPACE',
])

/**
 * ALTER EXTENSION … ADD, DROP.
 * @param {Session} session
 * @param {{ extname: string, action: number, objtype: string, object: unknown }} node AlterExtensionContentsStmt
 * @param {UtilityCall} call
 */
export function runExtensionContents(session, { extname: name, action, objtype, object }, call) {
  session.block.ensure()
  if (NEVER_MEMBERS.has(objtype)) throw neverMember()
  const row = rowOf(session, name)
  if (row === undefined) throw noSuchExtension(name)
  const { at } = catalogShape('pg_extension')
  const ddl = beginDdl(session)
  requireOwner(ddl, address(EXTENSION, row[at.oid]))
  const member = memberNamed(session, objtype, object)
  requireNamedOwner(session, objtype, object, member)
  const shown = describeObject(ddl.view, member)
  const owner = extensionOf(ddl, member)
  if (action === 1) {
    if (owner !== 0) throw alreadyMember(shown, ddl.byOid('pg_extension', owner).row[at.extname])
    if (objtype === 'OBJECT_SCHEMA' && member.objectId === row[at.extnamespace]) {
      throw schemaHoldsExtension(ddl.view.namespace(member.objectId)?.name ?? '', name)
    }
    addMember(ddl, row[at.oid], member)
  } else {
    if (owner !== row[at.oid]) throw notMember(shown, name)
    dropMember(ddl, owner, member)
    if (member.classId === CLASS.RELATION) forgetDumped(ddl, owner, member.objectId)
  }
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER EXTENSION')
}

/**
 * ALTER … [NO] DEPENDS ON EXTENSION: an object that is not the extension's, and goes with it all the same.
 * @param {Session} session
 * @param {{ objectType: string, relation?: { schemaname?: string, relname: string }, object?: unknown,
 *   extname: { sval: string }, remove?: boolean }} node AlterObjectDependsStmt
 * @param {UtilityCall} call
 */
export function runDependsOnExtension(session, { objectType, relation, object, extname, remove = false }, call) {
  session.block.ensure()
  const target = dependent(session, objectType, relation, object)
  const row = rowOf(session, extname.sval)
  if (row === undefined) throw noSuchExtension(extname.sval)
  const ddl = beginDdl(session)
  requireNamedOwner(session, objectType, object, target)
  setFollowsExtension(ddl, target, row[0], !remove)
  endDdl(session, ddl)
  call.sink.commandComplete(`ALTER ${OBJECT_TYPES[objectType].words.toUpperCase()}`)
}

/**
 * @param {Session} session @param {string} type
 * @param {{ schemaname?: string, relname: string } | undefined} relation
 * @param {unknown} object
 * @returns {ObjectAddress}
 */
function dependent(session, type, relation, object) {
  if (type === 'OBJECT_TRIGGER') {
    const names = /** @type {{ List: { items: { String: { sval: string } }[] } }} */ (object).List.items
    return findObject(session, type, { relation, subname: names[names.length - 1].String.sval })
  }
  if (relation === undefined) return findNamed(session, type, object)
  const oid = session.catalog().relationOid(relation.schemaname ?? null, relation.relname)
  if (oid === 0) throw undefinedRelation(relation.relname)
  return address(RELATION, oid)
}

/** @param {Session} session @param {string} type @param {any} object @returns {ObjectAddress} */
function memberNamed(session, type, object) {
  if (!(type in RELATION_TYPES)) return findNamed(session, type, object)
  const names = object.List.items.map((/** @type {{ String: { sval: string } }} */ item) => item.String.sval)
  const oid = session.catalog().relationOid(names.length > 1 ? names.at(-2) : null, names.at(-1))
  if (oid === 0) throw undefinedRelation(names.join('.'))
  requireKind(session, type, oid, names.at(-1))
  return address(RELATION, oid)
}
const RELATION = 1259

/**
 * @param {Session} session @param {UtilityCall} call
 * @param {{ objects: { String: { sval: string } }[], missing_ok?: boolean, behavior: string }} node DropStmt
 */
export function runDropExtension(session, node, call) {
  const targets = []
  for (const { String: { sval: name } } of node.objects) {
    const row = rowOf(session, name)
    if (row !== undefined) targets.push(address(EXTENSION, row[0]))
    else if (!node.missing_ok) throw noSuchExtension(name)
    else tell(session, `extension "${name}" does not exist, skipping`)
  }
  if (targets.length > 0) {
    const ddl = beginDdl(session)
    dropObjects(ddl, targets, { cascade: node.behavior === 'DROP_CASCADE' })
    endDdl(session, ddl)
  }
  call.sink.commandComplete('DROP EXTENSION')
}
