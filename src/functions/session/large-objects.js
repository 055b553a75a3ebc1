/**
 * Functions of large objects. A descriptor lives until its transaction ends, or the savepoint it was opened under is
 * undone. One that was opened for writing reads what is committed and the transaction's own changes now; one for
 * reading only, what was there when it was opened.
 */
import { SELECT, UPDATE } from '../../catalog/acl.js'
import { DdlContext } from '../../catalog/ddl/context.js'
import { guarded, LARGE_OBJECT, privilegesOn } from '../../catalog/guarded.js'
import { hasPrivsOf } from '../../catalog/roles.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { mustBeOwner, permissionDenied } from '../../errors/privileges.js'
import { CatalogWait } from '../../catalog/store/heap-catalog-store.js'
import { LARGE_OBJECT_BYTES_MAX, LargeObjects, PAGE_BYTES } from '../../catalog/large-objects.js'
import {
  invalidDescriptor, invalidOpenFlags, invalidSeekTarget, invalidTruncationTarget, invalidWhence, invalidWriteSize,
  negativeLength, notOpenedFor, readTooLarge, resultOutOfRange, undefinedLargeObject,
} from '../../errors/large-objects.js'
import { spend } from '../../util/effort.js'
import { Family } from '../impl.js'

/** @import { CatalogTxn } from '../../catalog/catalog.js' */
/** @import { SessionHost } from '../host.js' */
/** @import { FunctionContext } from '../impl.js' */

const family = new Family()
export const largeObjectFunctions = family.functions

const WRITE_FLAG = 0x20000
const READ_FLAG = 0x40000
const INT4_MAX = 0x7fffffff
/** What one value may hold. */
const READ_BYTES_MAX = 0x3fffffff - 4
const WAITS = { waits: true, nullable: false }
/** Steps a page is worth (effort.js). */
const PAGE_STEPS = 2000

/**
 * @typedef {{ oid: number, offset: number, writes: boolean, snapshot: any, serial: number }} Descriptor snapshot: null
 *   when it writes
 */

/** A session's large objects: what reaches their pages, and its descriptors. */
export class OpenObjects {
  /** @param {SessionHost} session */
  constructor(session) {
    this.session = session
    this.pages = new LargeObjects(session.database.catalog.store)
    /** By number. @type {(Descriptor | null)[]} */
    this.descriptors = []
  }

  /** @param {Descriptor} descriptor @returns {number} */
  add(descriptor) {
    const free = this.descriptors.indexOf(null)
    if (free < 0) return this.descriptors.push(descriptor) - 1
    this.descriptors[free] = descriptor
    return free
  }

  /** @param {number} number @returns {Descriptor} @throws {DbError} 42704 */
  get(number) {
    const descriptor = this.descriptors[number] ?? null
    if (descriptor === null) throw invalidDescriptor(number)
    return descriptor
  }

  /** @param {number} number @returns {Descriptor} @throws {DbError} 42704, 55000 */
  writable(number) {
    const descriptor = this.get(number)
    if (!descriptor.writes) throw notOpenedFor(number, 'writing')
    return descriptor
  }

  /** @param {(descriptor: Descriptor) => boolean} which */
  close(which) {
    this.descriptors.forEach((descriptor, number) => {
      if (descriptor === null || !which(descriptor)) return
      if (descriptor.snapshot !== null) this.session.shared.txns.releaseSnapshot(descriptor.snapshot)
      this.descriptors[number] = null
    })
  }

  /** A savepoint was undone. @param {number} serial */
  rolledBack(serial) {
    this.close((descriptor) => descriptor.serial >= serial)
  }

  transactionEnded() {
    this.close(() => true)
    this.descriptors.length = 0
  }
}

/** @param {FunctionContext} ctx @returns {OpenObjects} */
const opened = ({ session }) => session.largeObjects ??= new OpenObjects(session)

/**
 * A change, made again after every wait for another transaction.
 * @template T
 * @param {SessionHost} session
 * @param {() => T} change
 * @returns {Generator<Promise<unknown>, T, void>}
 */
function* patiently(session, change) {
  for (;;) {
    try {
      return change()
    } catch (error) {
      if (!(error instanceof CatalogWait)) throw error
      yield* session.waitForLock(error.wait)
    }
  }
}

/** What the transaction did becomes visible to its next statement, not to this one. @param {any} ctx */
function changed(ctx) {
  ctx.txn.nextCommand()
  ctx.session.block.started = true
}

/** @param {any} ctx what a descriptor sees @param {Descriptor} descriptor */
const viewOf = (ctx, descriptor) => descriptor.snapshot ?? opened(ctx).pages.store.own(ctx.txn)

/**
 * @param {any} ctx
 * @param {number} oid
 * @param {number} offset
 * @param {Uint8Array} bytes
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* write(ctx, oid, offset, bytes) {
  const { pages } = opened(ctx)
  if (offset + bytes.length > LARGE_OBJECT_BYTES_MAX) throw invalidWriteSize(bytes.length)
  for (let at = 0; at < bytes.length;) {
    spend(PAGE_STEPS)
    at += yield* patiently(ctx.session, () => pages.writePage(ctx.txn, oid, offset + at, bytes, at))
  }
  changed(ctx)
}

/** @param {any} ctx @param {number} oid @param {number} from @returns {Generator<Promise<unknown>, void, void>} */
function* removePages(ctx, oid, from) {
  while (yield* patiently(ctx.session, () => opened(ctx).pages.removePages(ctx.txn, oid, from))) spend(PAGE_STEPS * 256)
}

// ---- made, removed

/**
 * Statements that name it look for it in the transaction's own view of the catalogs.
 * @param {{ session: SessionHost, txn: CatalogTxn }} ctx
 */
function ddlOf({ session, txn }) {
  const { catalog } = session.database
  const ddl = new DdlContext({
    catalog, txn, path: session.names.searchPath(), userOid: session.roleOid, files: null,
  })
  session.names.forget()
  return ddl
}

/** @param {any} ctx @param {number} wanted 0: any @returns {Generator<Promise<unknown>, number, void>} */
function* create(ctx, wanted) {
  const { session, txn } = ctx
  const { catalog } = session.database
  const { pages } = opened(ctx)
  let oid = wanted
  if (oid === 0) do oid = catalog.oids.next(); while (pages.exists(oid, pages.store.own(txn)))
  const ddl = ddlOf(ctx)
  yield* patiently(session, () => pages.create(ddl, oid))
  changed(ctx)
  return oid
}

family.context(['be_lo_create'], create, WAITS)
family.context(['be_lo_creat'], (ctx) => create(ctx, 0), WAITS)
family.context('be_lo_from_bytea', function* (ctx, wanted, bytes) {
  const oid = yield* create(ctx, wanted)
  yield* write(ctx, oid, 0, bytes)
  return oid
}, WAITS)
family.context('be_lo_unlink', function* (ctx, oid) {
  const { session, txn } = /** @type {any} */ (ctx)
  const { pages } = opened(ctx)
  const ddl = ddlOf({ session, txn })
  requireObjectOwner(session, oid)
  yield* patiently(session, () => pages.removeMetadata(ddl, oid))
  yield* removePages(ctx, oid, 0)
  yield* patiently(session, () => removeComment(pages.store, txn, oid))
  opened(ctx).close((descriptor) => descriptor.oid === oid)
  changed(ctx)
  return 1
}, WAITS)

/** As before there were privileges on them. @param {SessionHost} session */
const isLax = (session) => session.settings.get('lo_compat_privileges') === true

/** @param {SessionHost} session @param {number} oid @throws {DbError} 42501 */
function requireObjectOwner(session, oid) {
  if (isLax(session)) return
  const catalog = session.catalog()
  const owner = guarded(catalog, LARGE_OBJECT, oid)?.owner
  if (owner === undefined || hasPrivsOf(catalog, session.roleOid, owner)) return
  throw mustBeOwner('large object', String(oid))
}

/** @param {any} store @param {any} txn @param {number} oid */
function removeComment(store, txn, oid) {
  for (const { tid } of store.find(
    'pg_description',
    'pg_description_o_c_o_index',
    [oid, LARGE_OBJECT, 0],
    store.own(txn)
  ))
    store.remove(txn, 'pg_description', tid)
}

// ---- by OID

/**
 * Any of the privileges that are missing is one too many.
 * @param {FunctionContext} ctx @param {number} oid of one that is there
 * @param {number[]} masks SELECT to read, also UPDATE to write @throws {DbError} 42501
 */
function requireGranted({ session }, oid, masks) {
  if (isLax(session)) return
  const catalog = session.catalog()
  for (const mask of masks) {
    if (privilegesOn(catalog, session.roleOid, LARGE_OBJECT, oid, mask) !== 0) continue
    throw permissionDenied('large object', String(oid))
  }
}

/** @param {any} ctx @param {number} oid @param {number | bigint} offset @param {number} count @returns {Uint8Array} */
function get(ctx, oid, offset, count) {
  const { pages } = opened(ctx)
  if (!pages.exists(oid, ctx.snapshot)) throw undefinedLargeObject(oid)
  requireGranted(ctx, oid, [SELECT])
  const start = seekTarget(offset)
  const length = Math.min(count, Math.max(0, pages.length(oid, ctx.snapshot) - start))
  if (length > READ_BYTES_MAX) throw readTooLarge()
  return pages.read(oid, start, length, ctx.snapshot)
}

/** @param {number | bigint} offset @returns {number} @throws {DbError} 22023 */
function seekTarget(offset) {
  if (offset < 0 || offset > LARGE_OBJECT_BYTES_MAX) throw invalidSeekTarget(offset)
  return Number(offset)
}

family.context('be_lo_get', (ctx, oid) => get(ctx, oid, 0, Infinity), { nullable: false })
family.context('be_lo_get_fragment', (ctx, oid, offset, count) => {
  if (count < 0) throw negativeLength()
  return get(ctx, oid, offset, count)
}, { nullable: false })
family.context('be_lo_export', (ctx, oid) => {
  if (!opened(ctx).pages.exists(oid, /** @type {any} */ (ctx).snapshot)) throw undefinedLargeObject(oid)
  requireGranted(ctx, oid, [SELECT])
  throw featureNotSupported('function lo_export(oid, text)')
})
family.context('be_lo_put', function* (ctx, oid, offset, bytes) {
  const { pages } = opened(ctx)
  if (!pages.exists(oid, pages.store.own(/** @type {any} */ (ctx).txn))) throw undefinedLargeObject(oid)
  requireGranted(ctx, oid, [SELECT, UPDATE])
  yield* write(ctx, oid, seekTarget(offset), bytes)
  return ''
}, WAITS)

// ---- by descriptor

family.context(
  'be_lo_open',
  (context, oid, flags) => {
    const ctx = /** @type {any} */ (context)
    const { session, txn } = ctx
    const objects = opened(ctx)
    const writes = (flags & WRITE_FLAG) !== 0
    if (!writes && (flags & READ_FLAG) === 0) throw invalidOpenFlags(flags)
    if (!objects.pages.exists(oid, writes ? objects.pages.store.own(txn) : ctx.snapshot))
      throw undefinedLargeObject(oid)
    requireGranted(ctx, oid, writes ? [SELECT, UPDATE] : [SELECT])
    return objects.add({
      oid,
      offset: 0,
      writes,
      snapshot: writes ? null : session.shared.txns.snapshot(txn),
      serial: session.block.savepointSerial,
    })
  },
  { nullable: false }
)
family.context(
  'be_lo_close',
  (ctx, number) => {
    const descriptor = opened(ctx).get(number)
    opened(ctx).close((other) => other === descriptor)
    return 0
  },
  { nullable: false }
)
family.context(
  'be_loread',
  (ctx, number, count) => {
    const descriptor = opened(ctx).get(number)
    const bytes = opened(ctx).pages.read(descriptor.oid, descriptor.offset, Math.max(0, count), viewOf(ctx, descriptor))
    descriptor.offset += bytes.length
    return bytes
  },
  { nullable: false }
)
family.context(
  'be_lowrite',
  function* (ctx, number, bytes) {
    const descriptor = opened(ctx).writable(number)
    yield* write(ctx, descriptor.oid, descriptor.offset, bytes)
    descriptor.offset += bytes.length
    return bytes.length
  },
  WAITS
)

/** @param {any} ctx @param {number} number @param {number | bigint} offset @param {number} whence @returns {number} */
function seek(ctx, number, offset, whence) {
  const descriptor = opened(ctx).get(number)
  if (whence < 0 || whence > 2) throw invalidWhence(whence)
  const base =
    whence === 0
      ? 0
      : whence === 1
        ? descriptor.offset
        : opened(ctx).pages.length(descriptor.oid, viewOf(ctx, descriptor))
  descriptor.offset = seekTarget(typeof offset === 'bigint' ? BigInt(base) + offset : base + offset)
  return descriptor.offset
}
/** @param {string} name @param {number} number @param {number} result */
function asInt4(name, number, result) {
  if (result > INT4_MAX) throw resultOutOfRange(name, number)
  return result
}
family.context(
  'be_lo_lseek',
  (ctx, number, offset, whence) => asInt4('lo_lseek', number, seek(ctx, number, offset, whence)),
  { nullable: false }
)
family.context('be_lo_lseek64', seek, { nullable: false })
family.context('be_lo_tell', (ctx, number) => asInt4('lo_tell', number, opened(ctx).get(number).offset), {
  nullable: false,
})
family.context('be_lo_tell64', (ctx, number) => opened(ctx).get(number).offset, { nullable: false })
family.context(['be_lo_truncate', 'be_lo_truncate64'], function* (ctx, number, length) {
  const { oid } = opened(ctx).writable(number)
  if (length < 0 || length > LARGE_OBJECT_BYTES_MAX) throw invalidTruncationTarget(length)
  const end = Number(length)
  const { txn, session } = /** @type {any} */ (ctx)
  yield* patiently(session, () => opened(ctx).pages.endAt(txn, oid, end))
  yield* removePages(ctx, oid, Math.floor(end / PAGE_BYTES) + 1)
  changed(ctx)
  return 0
}, WAITS)
