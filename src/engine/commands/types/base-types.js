/** CREATE TYPE of a shell and of a base type, ALTER TYPE … SET: what is written, checked as PostgreSQL does. */
import { baseTypeDenied } from '../../../errors/privileges.js'
import { alterBaseType, createBaseType } from '../../../catalog/ddl/types/base-types.js'
import { createShellType } from '../../../catalog/ddl/types/types.js'
import { char } from '../../../catalog/ddl/context.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { characterOffset } from '../../../errors/syntax.js'
/** @import { DbError } from '../../../errors/db-error.js' */
import {
  attributeNeeds, badCategory, badTypeDefinition, mustReturn, noShell, noSuchTypeFunction, notBaseType,
  severalInputFunctions, unchangeableAttribute, unknownWord,
} from '../../../errors/ddl/base-types.js'
import { userTypeOps } from '../../../catalog/user-types.js'
import { beginDdl, creationNamespace, endDdl } from '../../session/ddl.js'
import { definedType, flagOf, qualifiedOf } from '../routines/definition.js'
import { nameOf, requireType } from './types.js'
import {
  badElementType, elementWithoutSubscript, conflictingOrRedundantOptions, invalidArgumentFor, typeNameTaken,
} from '../../../errors/commands/types.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { FuncDesc, TypeDesc } from '../../../catalog/descriptors.js' */
/** @import { TypeFunctions } from '../../../catalog/ddl/types/base-types.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */

/**
 * @typedef {{ defname: string, location?: number, arg?: { Integer?: { ival?: number }, String?: { sval: string },
 *   TypeName?: { names: { String: { sval: string } }[] } } }} DefElem
 */

const [BYTEA, INT4, OID, CSTRING, INTERNAL, BOOL, CSTRING_ARRAY] = [17, 23, 26, 2275, 2281, 16, 1263]
const DEFAULT_COLLATION = 100
const ARRAY_HANDLER = 6179

/** Attributes that name a function, their columns in pg_type, what they take and give; the type itself is 0. */
const FUNCTIONS = /** @type {Record<string, { column: keyof TypeFunctions, takes: number[][], gives: number }>} */ ({
  input: { column: 'typinput', takes: [[CSTRING], [CSTRING, OID, INT4]], gives: 0 },
  output: { column: 'typoutput', takes: [[0]], gives: CSTRING },
  receive: { column: 'typreceive', takes: [[INTERNAL], [INTERNAL, OID, INT4]], gives: 0 },
  send: { column: 'typsend', takes: [[0]], gives: BYTEA },
  typmod_in: { column: 'typmodin', takes: [[CSTRING_ARRAY]], gives: INT4 },
  typmod_out: { column: 'typmodout', takes: [[INT4]], gives: CSTRING },
  analyze: { column: 'typanalyze', takes: [[INTERNAL]], gives: BOOL },
  subscript: { column: 'typsubscript', takes: [[INTERNAL]], gives: INTERNAL },
})
const OTHERS = ['like', 'internallength', 'passedbyvalue', 'alignment', 'storage', 'category', 'preferred', 'default',
  'element', 'delimiter', 'collatable']
const ATTRIBUTES = new Set([...Object.keys(FUNCTIONS), ...OTHERS])
const CHANGEABLE = new Set(['storage', 'receive', 'send', 'typmod_in', 'typmod_out', 'analyze', 'subscript'])
const ALIGNMENTS = /** @type {Record<string, string>} */ ({
  double: 'd', float8: 'd', 'pg_catalog.float8': 'd', int4: 'i', 'pg_catalog.int4': 'i', int2: 's',
  'pg_catalog.int2': 's', char: 'c', 'pg_catalog.bpchar': 'c',
})
const STORAGES = /** @type {Record<string, string>} */ ({ plain: 'p', external: 'e', extended: 'x', main: 'm' })

/**
 * @param {Session} session
 * @param {{ defnames: { String: { sval: string } }[], definition?: { DefElem: DefElem }[] }} node DefineStmt
 * @param {UtilityCall} call
 */
export function runCreateBaseType(session, node, call) {
  if (!session.superuser) throw baseTypeDenied()
  const target = nameOf(node.defnames)
  const namespaceOid = creationNamespace(session, target)
  const existing = session.catalog().typeIn(namespaceOid, target.relname)
  const shell = existing !== undefined && !existing.defined ? existing : undefined
  const full = node.definition !== undefined
  const inTheWay = existing !== undefined && shell === undefined && existing.category !== 'A'
  if (inTheWay || (shell !== undefined && !full)) throw typeNameTaken(target.relname)
  if (!full) {
    const ddl = beginDdl(session)
    createShellType(ddl, { name: target.relname, namespaceOid })
    endDdl(session, ddl)
    call.sink.commandComplete('CREATE TYPE')
    return
  }
  if (shell === undefined) throw noShell(target.relname)
  const items = attributesOf(session, node.definition ?? [], call.prepared.sourceText)
  const definition = { name: target.relname, namespaceOid, shellOid: shell.oid,
    ...formOf(session, items, call.prepared.sourceText), functions: functionsOf(session, shell, items) }
  const ddl = beginDdl(session)
  createBaseType(ddl, definition)
  endDdl(session, ddl)
  requireOperations(session, shell.oid)
  call.sink.commandComplete('CREATE TYPE')
}

/** What reads its text must be something there is code for. @param {Session} session @param {number} oid */
function requireOperations(session, oid) {
  const catalog = session.catalog()
  const type = catalog.type(oid)
  if (type !== undefined && userTypeOps(catalog, type) === null)
    throw featureNotSupported('a base type whose input function is neither a built-in one nor an extension\'s')
}

/**
 * @param {Session} session @param {{ DefElem: DefElem }[]} definition @param {string} sourceText
 * @returns {Map<string, DefElem>} by name
 */
function attributesOf(session, definition, sourceText) {
  const items = new Map()
  for (const { DefElem: item } of definition) {
    const name = item.defname === 'analyse' ? 'analyze' : item.defname
    if (!ATTRIBUTES.has(name)) {
      const message = `type attribute "${item.defname}" not recognized`
      const position = characterOffset(sourceText, item.location ?? 0) + 1
      session.notice({ severity: 'WARNING', code: '42601', message, position })
      continue
    }
    if (items.has(name)) {
      throw conflictingOrRedundantOptions((item.location ?? -1) + 1 || undefined)
    }
    items.set(name, item)
  }
  return items
}

/** @param {DefElem | undefined} item @returns {string} in any case, '' when there is none */
const wordOf = (item) =>
  item?.arg?.String?.sval ?? item?.arg?.TypeName?.names.map((part) => part.String.sval).join('.') ?? ''

/**
 * Everything but the functions.
 * @param {Session} session @param {Map<string, DefElem>} items @param {string} sourceText
 */
function formOf(session, items, sourceText) {
  const catalog = session.catalog()
  const like = items.has('like') ? catalog.type(definedType(session, items.get('like'), sourceText)) : undefined
  const lengthItem = items.get('internallength')
  const length = lengthItem === undefined ? like?.length ?? -1 : lengthOf(lengthItem)
  const byValue = items.has('passedbyvalue') ? flagOf(items.get('passedbyvalue')) : like?.byValue ?? false
  const align = items.has('alignment') ? alignOf(items.get('alignment')) : like?.align ?? 'i'
  const storage = items.has('storage') ? storageOf(items.get('storage')) : like?.storage ?? 'p'
  const category = items.has('category') ? wordOf(items.get('category')) : 'U'
  if (category.length === 0 || category.charCodeAt(0) < 32 || category.charCodeAt(0) > 126) throw badCategory(category)
  const element = items.has('element') ? definedType(session, items.get('element'), sourceText) : 0
  if (element !== 0 && catalog.type(element)?.kind === 'p') {
    throw badElementType(formatType(catalog, element))
  }
  // Without a function of its own it is read as point is: a run of elements of one length.
  const isRaw = length > 0 && !byValue && (catalog.type(element)?.length ?? 0) > 0
  if (element !== 0 && !items.has('subscript') && !isRaw) throw elementWithoutSubscript()
  checkForm({ length, byValue, align, storage })
  return {
    length, byValue, align, storage, element, category: category[0],
    preferred: items.has('preferred') && flagOf(items.get('preferred')),
    delimiter: (items.has('delimiter') ? wordOf(items.get('delimiter')) : '') [0] ?? ',',
    collation: items.has('collatable') && flagOf(items.get('collatable')) ? DEFAULT_COLLATION : 0,
    default: items.has('default') ? defaultOf(items.get('default')) : null,
  }
}

/** @param {DefElem} item @returns {number} */
function lengthOf(item) {
  if (item.arg?.Integer) return item.arg.Integer.ival ?? 0
  if (wordOf(item).toLowerCase() === 'variable') return -1
  throw invalidArgumentFor(item.defname, wordOf(item))
}

/** @param {DefElem | undefined} item @returns {string} */
function alignOf(item) {
  const word = wordOf(item).toLowerCase()
  const align = ALIGNMENTS[word]
  if (align === undefined) throw unknownWord('alignment', word)
  return align
}

/** @param {DefElem | undefined} item @returns {string} */
function storageOf(item) {
  const word = wordOf(item).toLowerCase()
  const storage = STORAGES[word]
  if (storage === undefined) throw unknownWord('storage', word)
  return storage
}

/** @param {DefElem | undefined} item @returns {string} */
function defaultOf(item) {
  if (item?.arg === undefined) throw attributeNeeds('default', 'a parameter')
  return item.arg.Integer ? String(item.arg.Integer.ival ?? 0) : wordOf(item)
}

/** @param {{ length: number, byValue: boolean, align: string, storage: string }} form @throws {DbError} 42P17 */
function checkForm({ length, byValue, align, storage }) {
  if (!(length > 0 || length === -1 || length === -2)) throw badTypeDefinition(`invalid type internal size ${length}`)
  if (byValue) {
    const wanted = /** @type {Record<number, string>} */ ({ 1: 'c', 2: 's', 4: 'i', 8: 'd' })[length]
    if (wanted === undefined) throw badTypeDefinition(`internal size ${length} is invalid for passed-by-value type`)
    if (wanted !== align) {
      throw badTypeDefinition(`alignment "${align}" is invalid for passed-by-value type of size ${length}`)
    }
  } else if (length === -1 && align !== 'i' && align !== 'd') {
    throw badTypeDefinition(`alignment "${align}" is invalid for variable-length type`)
  }
  if (storage !== 'p' && length !== -1) throw badTypeDefinition('fixed-size types must have storage PLAIN')
}

/**
 * @param {Session} session @param {TypeDesc} shell @param {Map<string, DefElem>} items
 * @returns {TypeFunctions} @throws {DbError} 42P17, 42883, 42725
 */
function functionsOf(session, shell, items) {
  if (!items.has('input')) throw badTypeDefinition('type input function must be specified')
  if (!items.has('output')) throw badTypeDefinition('type output function must be specified')
  if (items.has('typmod_out') && !items.has('typmod_in')) {
    throw badTypeDefinition('type modifier output function is useless without a type modifier input function')
  }
  /** @type {TypeFunctions} */
  const functions = { typinput: 0, typoutput: 0, typreceive: 0, typsend: 0, typmodin: 0, typmodout: 0, typanalyze: 0,
    typsubscript: 0 }
  for (const name of Object.keys(FUNCTIONS)) {
    if (items.has(name)) functions[FUNCTIONS[name].column] = typeFunction(session, shell, name, items.get(name))
  }
  if (functions.typsubscript === ARRAY_HANDLER) {
    throw badTypeDefinition('type cannot be an array type: SUBSCRIPT array_subscript_handler is for those')
  }
  return functions
}

/**
 * @param {Session} session @param {TypeDesc} type @param {string} attribute @param {DefElem | undefined} item
 * @returns {number} OID
 */
function typeFunction(session, type, attribute, item) {
  const catalog = session.catalog()
  const { takes, gives } = FUNCTIONS[attribute]
  const names = qualifiedOf(item)
  const shown = names.join('.')
  const schema = names.length > 1 ? names.at(-2) : null
  const known = catalog.functionsNamed(/** @type {string} */ (names.at(-1)), schema)
  const wanted = takes.map((types) => types.map((one) => one || type.oid))
  const found = wanted.map((types) =>
    known.find((/** @type {FuncDesc} */ func) => func.argTypes.join() === types.join()))
    .filter((func) => func !== undefined)
  if (found.length === 0) {
    throw noSuchTypeFunction(shown, wanted[0].map((one) => formatType(catalog, one)).join(', '))
  }
  if (found.length > 1 && attribute === 'input') throw severalInputFunctions(shown)
  const [func] = found
  if (func.returnType !== (gives || type.oid)) {
    throw mustReturn(attribute, shown, formatType(catalog, gives || type.oid))
  }
  return func.oid
}

/**
 * ALTER TYPE name SET ( … ).
 * @param {Session} session
 * @param {{ typeName: { String: { sval: string } }[], options?: { DefElem: DefElem }[] }} node AlterTypeStmt
 * @param {UtilityCall} [call]
 */
export function runAlterType(session, node, call) {
  const type = requireType(session, { names: node.typeName })
  const shown = formatType(session.catalog(), type.oid)
  const isArray = type.subscriptFunction === ARRAY_HANDLER && type.elementType !== 0
  if (type.kind !== 'b' || isArray) throw notBaseType(shown)
  /** @type {Partial<TypeFunctions> & { typstorage?: number }} */
  const fields = {}
  for (const { DefElem: item } of node.options ?? []) {
    const name = item.defname === 'analyse' ? 'analyze' : item.defname
    if (!CHANGEABLE.has(name)) throw unchangeableAttribute(item.defname, ATTRIBUTES.has(name))
    if (name === 'storage') {
      const storage = storageOf(item)
      if (storage !== 'p' && type.length !== -1) throw badTypeDefinition('fixed-size types must have storage PLAIN')
      if (storage === 'p' && type.storage !== 'p') throw badTypeDefinition("cannot change type's storage to PLAIN")
      fields.typstorage = char(storage)
    } else {
      fields[FUNCTIONS[name].column] = item.arg === undefined ? 0 : typeFunction(session, type, name, item)
    }
  }
  if (type.oid < FIRST_USER_OID) throw featureNotSupported(`changing the built-in type ${shown}`)
  const ddl = beginDdl(session)
  alterBaseType(ddl, type.oid, fields)
  endDdl(session, ddl)
  call?.sink.commandComplete('ALTER TYPE')
}
