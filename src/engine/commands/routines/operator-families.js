/**
 * CREATE OPERATOR CLASS, CREATE, ALTER and DROP OPERATOR FAMILY: operators and functions found, checked by what the
 * access method calls them for, then put into the catalogs.
 */
import {
  addMembers, createFamily, createOperatorClass, familyName, findMember, memberText,
} from '../../../catalog/ddl/routines/operator-families.js'
import { dropObjects } from '../../../catalog/ddl/drop.js'
import { extensionMethodNamed } from '../../../catalog/extension-methods.js'
import { isLibrarySource } from '../../../catalog/languages.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { KNOWN_EXTENSIONS } from '../../../catalog/known-extensions.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { DbError } from '../../../errors/db-error.js'
import {
  badFamilyMember, classOfBroughtExtension, classOfUnordered, duplicateOperatorObject, missingFamilyMember,
  secondDefaultClass,
} from '../../../errors/ddl/operator-families.js'
import { superusersOperator } from '../../../errors/privileges.js'
import { beginDdl, creationNamespace, endDdl } from '../../session/ddl.js'
import { findNamed, namesOf, requireNamedOwner } from '../objects/object-address.js'
import { checkSupportFunction } from './support-functions.js'
import { findRoutine, functionTypeOf, missingRoutine } from './routine-names.js'
import { nameOf } from '../types/types.js'
import {
  accessMethodDoesNotExist, accessMethodNotOfIndexes, familyOperatorWithoutArguments, oneOrTwoArguments,
  storageInAlterFamily, undefinedUnaryOperator,
} from '../../../errors/commands/routines.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Member } from '../../../catalog/ddl/routines/operator-families.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */

/**
 * @typedef {object} AccessMethod what its classes may have
 * @property {number} oid
 * @property {string} name
 * @property {number} operators highest strategy
 * @property {number} functions highest support number
 * @property {number} options support number of options parsing
 * @property {boolean} storage a key type of its own
 * @property {boolean} ordering ordering operators
 */
const ANY_NUMBER = 32767
/** @type {Record<string, Omit<AccessMethod, 'oid' | 'name'>>} */
const METHODS = {
  btree: { operators: 5, functions: 5, options: 5, storage: false, ordering: false },
  hash: { operators: 1, functions: 3, options: 3, storage: false, ordering: false },
  gist: { operators: ANY_NUMBER, functions: 11, options: 10, storage: true, ordering: true },
  gin: { operators: ANY_NUMBER, functions: 7, options: 7, storage: true, ordering: false },
  spgist: { operators: ANY_NUMBER, functions: 7, options: 6, storage: true, ordering: true },
  brin: { operators: ANY_NUMBER, functions: 15, options: 5, storage: true, ordering: false },
}

/** What an index method of another name can, by the function that answers for it. @type {Record<string, string>} */
const HANDLERS = {
  bthandler: 'btree', hashhandler: 'hash', gisthandler: 'gist', ginhandler: 'gin', spghandler: 'spgist',
  brinhandler: 'brin',
}

/** @param {Session} session @param {string} name @returns {AccessMethod} @throws {DbError} 42704 */
function methodNamed(session, name) {
  const row = session.catalog().rowsWith('pg_am', 'amname', name)[0]
  if (row === undefined) throw accessMethodDoesNotExist(name)
  const able =
    METHODS[name] ?? METHODS[HANDLERS[session.catalog().func(row[catalogShape('pg_am').at.amhandler])?.name ?? '']]
    ?? extensionMethodNamed(session.catalog(), name)?.classes
  if (able === undefined) throw accessMethodNotOfIndexes(name)
  return { oid: row[0], name, ...able }
}

/** @param {Session} session @param {Tree<import('@pgsql/types').CreateOpFamilyStmt>} node @param {UtilityCall} call */
export function runCreateFamily(session, node, call) {
  const target = nameOf(node.opfamilyname)
  const namespaceOid = creationNamespace(session, target)
  const method = methodNamed(session, node.amname)
  if (!session.superuser) throw superusersOperator('family')
  if (familyIn(session, target.relname, namespaceOid, method.oid) !== 0)
    throw duplicateOperatorObject('family', target.relname, method.name)
  const ddl = beginDdl(session)
  createFamily(ddl, { name: target.relname, namespaceOid, method: method.oid })
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE OPERATOR FAMILY')
}

/**
 * @param {Session} session
 * @param {string} name
 * @param {number} namespaceOid
 * @param {number} method
 * @returns {number} OID, 0: none
 */
const familyIn = (session, name, namespaceOid, method) =>
  session.catalog().rows('pg_opfamily', 'pg_opfamily_am_name_nsp_index', [method, name, namespaceOid])[0]?.[0] ?? 0

/**
 * @param {Session} session
 * @param {ParseNode[]} names
 * @param {string} method
 * @returns {number} OID
 * @throws {DbError} 42704
 */
const familyNamed = (session, names, method) =>
  findNamed(session, 'OBJECT_OPFAMILY', { List: { items: [{ String: { sval: method } }, ...names] } }).objectId

/** @param {Session} session @param {any} node CreateOpClassStmt @param {UtilityCall} call */
export function runCreateOperatorClass(session, node, call) {
  const target = nameOf(node.opclassname)
  const namespaceOid = creationNamespace(session, target)
  const method = methodNamed(session, node.amname)
  if (!session.superuser) throw superusersOperator('class')
  const inputType = typeNamed(session, node.datatype.TypeName ?? node.datatype)
  checkServed(session, target.relname, method, inputType)
  let family = node.opfamilyname?.length
    ? familyNamed(session, node.opfamilyname, method.name)
    : familyIn(session, target.relname, namespaceOid, method.oid)
  let keyType = 0
  /** @type {Member[]} */
  const members = []
  for (const { CreateOpClassItem: item } of node.items ?? []) {
    if (item.itemtype === 3) {
      if (keyType !== 0) throw badFamilyMember('storage type specified more than once')
      keyType = typeNamed(session, item.storedtype.TypeName ?? item.storedtype)
      continue
    }
    addOnce(
      session,
      members,
      item.itemtype === 1
        ? operatorMember(session, item, method, inputType)
        : functionMember(session, item, method, inputType),
    )
  }
  if (keyType === inputType) keyType = 0
  if (keyType !== 0 && !method.storage)
    throw badFamilyMember(`storage type cannot be different from data type for access method "${method.name}"`)
  const catalog = session.catalog()
  const { at } = catalogShape('pg_opclass')
  const own = [method.oid, target.relname, namespaceOid]
  if (catalog.rows('pg_opclass', 'pg_opclass_am_name_nsp_index', own).length > 0)
    throw duplicateOperatorObject('class', target.relname, method.name)
  if (node.isDefault) {
    const known = catalog
      .rowsWith('pg_opclass', 'opcmethod', method.oid)
      .find((/** @type {any[]} */ row) => row[at.opcintype] === inputType && row[at.opcdefault])
    if (known !== undefined)
      throw secondDefaultClass(
        target.relname, namesOf((node.datatype.TypeName ?? node.datatype).names).at(-1) ?? '', known[at.opcname],
      )
  }
  const ddl = beginDdl(session)
  if (family === 0) family = createFamily(ddl, { name: target.relname, namespaceOid, method: method.oid })
  createOperatorClass(
    ddl,
    {
      name: target.relname, namespaceOid, method: method.oid, family, inputType, isDefault: node.isDefault === true,
      keyType,
    },
    members,
  )
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE OPERATOR CLASS')
}

/**
 * A class that nothing here could use is refused where it is made, and not at its first index.
 * @param {Session} session @param {string} name @param {AccessMethod} method @param {number} inputType
 * @throws {DbError} 0A000
 */
function checkServed(session, name, method, inputType) {
  const catalog = session.catalog()
  if (method.name !== 'btree' && method.name !== 'hash') {
    const [extension] = session.extensionOid === 0 ? []
      : catalog.rows('pg_extension', 'pg_extension_oid_index', [session.extensionOid])
    if (isBrought(extension?.[catalogShape('pg_extension').at.extname] ?? ''))
      throw classOfBroughtExtension(name, method.name)
    return
  }
  const source = catalog.func(catalog.type(inputType)?.inputFunction ?? 0)?.source ?? ''
  if (!isLibrarySource(source) || !isBrought(source.slice(source.indexOf('/') + 1, source.lastIndexOf(':')))) return
  if (session.typeOps(inputType)?.compare === undefined)
    throw classOfUnordered(name, method.name, formatType(catalog, inputType, -1))
}

/** @param {string} extension */
const isBrought = (extension) => Object.hasOwn(KNOWN_EXTENSIONS, extension) && !!KNOWN_EXTENSIONS[extension].isBrought

/** @param {Session} session @param {Tree<import('@pgsql/types').AlterOpFamilyStmt>} node @param {UtilityCall} call */
export function runAlterFamily(session, node, call) {
  const method = methodNamed(session, node.amname)
  const family = familyNamed(session, node.opfamilyname, method.name)
  if (!session.superuser) throw superusersOperator('family', 'alter')
  const ddl = beginDdl(session)
  if (node.isDrop) {
    const targets = []
    /** @type {Member[]} */
    const members = []
    for (const { CreateOpClassItem: item } of node.items) {
      checkNumber(item, method)
      const [left, right] = classTypes(session, item)
      addOnce(session, members, {
        isFunction: item.itemtype === 2, number: item.number, object: 0, left, right, sortFamily: 0,
      })
    }
    for (const member of members) {
      const found = findMember(ddl, family, member)
      if (found === null) throw missingFamilyMember(memberText(ddl, member), familyName(ddl, family))
      targets.push(found)
    }
    dropObjects(ddl, targets, { cascade: false, quiet: true })
  } else {
    /** @type {Member[]} */
    const members = []
    for (const { CreateOpClassItem: item } of node.items) {
      if (item.itemtype === 3) throw storageInAlterFamily()
      if (item.itemtype === 1 && !item.name.objargs?.length) {
        checkNumber(item, method)
        throw familyOperatorWithoutArguments()
      }
      addOnce(
        session, members,
        item.itemtype === 1 ? operatorMember(session, item, method, 0) : functionMember(session, item, method, 0),
      )
    }
    addMembers(ddl, { family, method: method.oid, opclass: null }, members)
  }
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER OPERATOR FAMILY')
}

/** @param {any} item CreateOpClassItem @param {AccessMethod} method @throws {DbError} 42P17 */
function checkNumber({ itemtype, number = 0 }, method) {
  const [word, most] = itemtype === 2 ? ['function', method.functions] : ['operator', method.operators]
  if (number <= 0 || number > most)
    throw badFamilyMember(`invalid ${word} number ${number}, must be between 1 and ${most}`)
}

/**
 * The types written in parentheses before a function or behind a dropped member.
 * @param {Session} session
 * @param {any} item
 * @returns {number[]}
 */
function classTypes(session, item) {
  const types = (item.class_args ?? []).map((/** @type {any} */ arg) => typeNamed(session, arg.TypeName))
  if (types.length > 2) throw oneOrTwoArguments()
  return types.length === 1 ? [types[0], types[0]] : types
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateOpClassItem>} item
 * @param {AccessMethod} method
 * @param {number} inputType 0: given by the item
 * @returns {Member}
 */
function operatorMember(session, item, method, inputType) {
  checkNumber(item, method)
  const names = namesOf(item.name.objname)
  const given = (item.name.objargs ?? []).map((arg) =>
    arg.TypeName === undefined ? 0 : typeNamed(session, arg.TypeName),
  )
  const [left, right] = given.length > 0 ? given : [inputType, inputType]
  const catalog = session.catalog()
  const [operator] = catalog.operatorsNamed(names.at(-1) ?? '', left, right, names.length > 1 ? names.at(-2) : null)
  if (operator === undefined) {
    throw undefinedUnaryOperator(
      left === 0 ? '' : `${formatType(catalog, left)} `, names.join('.'), formatType(catalog, right),
    )
  }
  if (operator.left === 0 || operator.right === 0) throw badFamilyMember('index operators must be binary')
  let sortFamily = 0
  if (item.order_family?.length) {
    sortFamily = familyNamed(session, item.order_family, 'btree')
    if (!method.ordering) throw badFamilyMember(`access method "${method.name}" does not support ordering operators`)
  } else if (operator.result !== 16) throw badFamilyMember('index search operators must return boolean')
  return {
    isFunction: false, number: item.number, object: operator.oid, left: operator.left, right: operator.right,
    sortFamily,
  }
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateOpClassItem>} item
 * @param {AccessMethod} method
 * @param {number} inputType
 * @returns {Member}
 */
function functionMember(session, item, method, inputType) {
  checkNumber(item, method)
  const func = findRoutine(session, 'OBJECT_FUNCTION', item.name, '')
  if (func === null) throw missingRoutine(session, 'OBJECT_FUNCTION', item.name, '')
  const [left, right] = checkSupportFunction(method, func, item.number, classTypes(session, item), inputType)
  return { isFunction: true, number: item.number, object: func.oid, left, right, sortFamily: 0 }
}

/** @param {Session} session @param {Member[]} members @param {Member} member @throws {DbError} 42P17 */
function addOnce(session, members, member) {
  const twin = members.some(
    (known) =>
      known.isFunction === member.isFunction && known.number === member.number && known.left === member.left
      && known.right === member.right,
  )
  if (!twin) { members.push(member); return }
  const types = [member.left, member.right].map((type) => formatType(session.catalog(), type)).join(',')
  throw badFamilyMember(
    `${member.isFunction ? 'function' : 'operator'} number ${member.number} for (${types}) appears more than once`,
  )
}

/**
 * DROP OPERATOR CLASS and FAMILY.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').DropStmt>} node
 * @param {UtilityCall} call
 */
export function runDropFamilyObject(session, node, call) {
  const isClass = node.removeType === 'OBJECT_OPCLASS'
  const targets = []
  for (const object of node.objects) {
    const [method, ...names] = namesOf(object)
    methodNamed(session, method)
    try {
      const target = findNamed(session, node.removeType, object)
      requireNamedOwner(session, node.removeType, object, target, { dropping: true })
      targets.push(target)
    } catch (error) {
      if (!node.missing_ok || !(error instanceof DbError) || !['42704', '3F000'].includes(error.code)) throw error
      const missing =
        error.code === '3F000'
          ? `schema "${names.at(-2)}" does not exist`
          : `operator ${isClass ? 'class' : 'family'} "${names.join('.')}" does not exist for access method "${method}"`
      session.notice({ severity: 'NOTICE', code: '00000', message: `${missing}, skipping` })
    }
  }
  if (targets.length > 0) {
    const ddl = beginDdl(session)
    dropObjects(ddl, targets, { cascade: node.behavior === 'DROP_CASCADE' })
    endDdl(session, ddl)
  }
  call.sink.commandComplete(isClass ? 'DROP OPERATOR CLASS' : 'DROP OPERATOR FAMILY')
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').TypeName>} node; errors about it have no position
 * @returns {number} OID
 */
const typeNamed = (session, node) => functionTypeOf(session, { ...node, location: -1 }, '')
