/** CREATE INDEX's catalog part; the entries are made by index-build.js. */
import {
  duplicateRelation,
  noDefaultOpclass,
  pseudoTypeColumn,
  tooManyIndexColumns,
  undefinedSchema,
} from '../../../errors/ddl/catalog.js'
import { indeterminate, nondeterministicFor } from '../../../errors/ddl/collations.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { opclassRefuses, undefinedOpclass } from '../../../errors/ddl/indexes.js'
import { isGinFamily } from '../../../types/gin.js'
import { isGistFamily, isGistIndex, isGistMethod } from '../../../types/gist/keys.js'
import { hasKeyBytes } from '../../../types/key.js'
import { isBuiltinType } from '../../../types/lookup.js'
import { builtins } from '../../store/builtins.js'
import { catalogShape } from '../../store/shapes.js'
import { extensionMethod, extensionMethodNamed } from '../../extension-methods.js'
import { exprToText } from '../../expr-text.js'
import { keepKeys } from './kept-columns.js'
import { int2Vector, oidVector, textArray } from '../../store/vectors.js'
import { formatType } from '../../deparse/types.js'
import { CLASS, char } from '../context.js'
import { address, expressionDependencies, recordDependencies } from '../dependencies.js'
import { attributeRow, checkColumnType, CLASS_DEFAULTS } from '../tables/table-rows.js'
import { isOfExtension } from '../extensions.js'
import { chooseRelationName, joinedColumns } from '../names.js'
import { storedOptions, storedClassOptions } from '../options.js'
import { relationOf } from '../constraints/constraint-row.js'
import {
  exclusionOnPartitioned, keyBesidePartitionExpression, keyWithoutPartitionColumns, noComparison2,
  typeWithoutCollation,
} from '../../../errors/ddl/definitions.js'
import { BRIN, BTREE, FIRST_USER_OID, GIN, GIST, HASH, SPGIST } from '../../../types/oids.js'

/** @import { Expr } from '../../expr.js' */
/** @import { RelationDesc } from '../../relation.js' */
/** @import { DdlContext } from '../context.js' */

/**
 * @typedef {object} IndexKeyDefinition
 * @property {number} attnum 0 for an expression
 * @property {Expr | null} expr over range-table number 1
 * @property {string} [name] of the index's column, if not as the table's column or what the expression is: the copy of
 *   an
 *   index keeps its names, which a renamed column of the table had not changed
 * @property {boolean} desc
 * @property {boolean} nullsFirst
 * @property {number} [collation]
 * @property {string | null} [opclass] name, null: the type's default
 * @property {string | null} [opclassSchema] null: along the search path
 * @property {Record<string, string | null>} [opclassOptions]
 */
/**
 * @typedef {object} IndexDefinition
 * @property {string | null} name null: chosen from table and columns
 * @property {boolean} [unique]
 * @property {boolean} [primary]
 * @property {boolean} [nullsNotDistinct]
 * @property {boolean} [immediate] unless false: a deferrable constraint's
 * @property {boolean} [exclusion] of EXCLUDE
 * @property {boolean} [constraint] made for a constraint, which will own it
 * @property {string} [method]
 * @property {IndexKeyDefinition[]} keys
 * @property {number[]} [include]
 * @property {string[]} [includeNames] of the index's columns, as `name` of a key
 * @property {Expr | null} [predicate]
 * @property {Record<string, string | null>} [options]
 * @property {boolean} [valid] false: a partitioned index some partition has no part of
 */

/**
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {IndexDefinition} definition
 * @returns {number} OID of the index, still empty
 */
export function createIndex(ddl, relationOid, definition) {
  const relation = relationOf(ddl, relationOid)
  const { keys, include = [], unique = false, primary = false, predicate = null, constraint = false } = definition
  const method = definition.method ?? 'btree'
  const methodOid = methodNamed(ddl, method)
  if (methodOid === 0) throw featureNotSupported(`access method "${method}"`)
  const partitioned = relation.kind === 'p'
  if (partitioned && (unique || definition.exclusion === true)) checkPartitionKeys(ddl, relation, definition)
  if (keys.length + include.length > 32) throw tooManyIndexColumns()
  const described = keys.map((key) => describeKey(ddl, relation, key, method, methodOid))
  const names = columnNames(relation, definition)
  described.forEach((key, at) => {
    if (keys[at].expr !== null) checkColumnType(ddl, { ...key, name: names[at] })
  })
  if (definition.name !== null && ddl.view.source.relationOid(relation.namespaceOid, definition.name) !== 0)
    throw duplicateRelation(definition.name, 'index_create')
  const name =
    definition.name ?? chooseRelationName(ddl, relation.name, joinedColumns(names), 'idx', relation.namespaceOid, false)
  const options = storedOptions(definition.options ?? {}, 'i', extensionMethod(ddl.view, methodOid)?.name ?? method)
  const oid = ddl.newOid()
  const fileId = partitioned ? 0 : ddl.catalog.oids.nextFileId()
  if (!partitioned)
    ddl.files?.[isGistIndex({ method: methodOid, keys: described }) ? 'createGist' : 'createTree'](fileId, ddl.txn)
  ddl.insert('pg_class', {
    ...CLASS_DEFAULTS,
    oid,
    relname: name,
    relnamespace: relation.namespaceOid,
    reltype: 0,
    relowner: relation.ownerOid,
    relam: methodOid,
    relfilenode: fileId,
    reltuples: 0,
    relpages: partitioned ? 0 : 1,
    relpersistence: char(relation.persistence),
    relkind: char(partitioned ? 'I' : 'i'),
    relnatts: keys.length + include.length,
    relreplident: char('n'),
    reloptions: options.length === 0 ? null : textArray(options),
    relfrozenxid: 0,
    relminmxid: 0,
  })
  ddl.insertMany('pg_attribute', [
    ...described.map((key, at) => ({
      ...attributeRow(ddl, oid, at + 1, { name: names[at], typeOid: key.typeOid, typmod: key.typmod,
        collation: key.collation }),
      ...fromColumn(ddl, relation, keys[at].attnum, key.typeOid),
      ...(key.options === null ? {} : { attoptions: textArray(key.options) }),
    })),
    ...include.map((attnum, at) => ({
      ...attributeRow(ddl, oid, keys.length + at + 1, { ...relation.columns[attnum - 1], name: names[keys.length + at],
        notNull: false, default: null, identity: '', generated: '', isLocal: true, inheritCount: 0 }),
      ...fromColumn(ddl, relation, attnum, relation.columns[attnum - 1].typeOid),
    })),
  ])
  const exprs = keys.filter((key) => key.expr !== null).map((key) => /** @type {Expr} */ (key.expr))
  ddl.insert('pg_index', {
    indexrelid: oid,
    indrelid: relationOid,
    indnatts: keys.length + include.length,
    indnkeyatts: keys.length,
    indisunique: unique,
    indnullsnotdistinct: definition.nullsNotDistinct === true,
    indisprimary: primary,
    indisexclusion: definition.exclusion === true,
    indimmediate: definition.immediate !== false,
    indisclustered: false,
    indisvalid: definition.valid !== false,
    indcheckxmin: false,
    indisready: true,
    indislive: true,
    indisreplident: false,
    indkey: int2Vector([...keys.map((key) => key.attnum), ...include]),
    indcollation: oidVector(described.map((key) => key.collation)),
    indclass: oidVector(described.map((key) => key.opclass)),
    indoption: int2Vector(keys.map((key) => (key.desc ? 1 : 0) | (key.nullsFirst ? 2 : 0))),
    indexprs: exprs.length === 0 ? null : exprToText(exprs),
    indpred: predicate === null ? null : exprToText(predicate),
  })
  if (!relation.indexes.length)
    ddl.update('pg_class', ddl.one('pg_class', 'pg_class_oid_index', [relationOid]), { relhasindex: true })
  if (unique) for (const key of described) requireBuiltinEquality(ddl, key.opclass)
  if (!partitioned) keepKeys(ddl, relation, oid, keys.map((key) => key.expr), predicate)
  recordIndexDependencies(ddl, oid, relation, definition, exprs, constraint)
  recordDependencies(
    ddl,
    address(CLASS.RELATION, oid),
    described.map((key) => address(CLASS.OPCLASS, key.opclass)),
    'n'
  )
  ddl.touchRelationName(relation.namespaceOid, name)
  ddl.touchRelation(relation)
  ddl.touch([oid])
  return oid
}

/**
 * Entries are alike when their key bytes are, which is the type's own equality.
 * @param {DdlContext} ddl
 * @param {number} opclassOid
 */
function requireBuiltinEquality(ddl, opclassOid) {
  const opclass = ddl.view.opclass(opclassOid)
  if (opclass === undefined || opclassOid < FIRST_USER_OID) return
  const equal = ddl.view.operator(ddl.view.familyOperator(opclass.family, opclass.inputType, opclass.inputType, 3))
  const compare = ddl.view.familyFunction(opclass.family, opclass.inputType, opclass.inputType, 1)
  if (equal !== undefined && equal.oid >= FIRST_USER_OID && !ddl.view.isNaturalOrder(compare))
    throw featureNotSupported(
      `a unique index over operator class "${opclass.name}", whose equality is a user's function`
    )
}

/** @param {DdlContext} ddl @param {number} typeOid @param {import('../../descriptors.js').OpClassDesc} opclass */
function checkGinClass(ddl, typeOid, opclass) {
  const base = ddl.view.baseType(typeOid)
  const element = ddl.view.type(base)?.subscriptFunction === 6179 ? ddl.view.type(base)?.elementType ?? 0 : 0
  if (!isGinFamily(ddl.view.keysByClass(opclass)))
    throw featureNotSupported(`operator class "${opclass.name}" of access method "gin"`)
  if (element !== 0 && ddl.view.orderingOps(element) === undefined)
    throw noComparison2(formatType(ddl.view, element, -1))
  if (element !== 0 && isBuiltinType(element) && !hasKeyBytes(element))
    throw featureNotSupported(`a gin index over ${formatType(ddl.view, typeOid, -1)}`)
}

/**
 * Uniqueness is each partition's own, so rows that are alike in the key must be in one partition.
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {IndexDefinition} definition
 */
function checkPartitionKeys(ddl, relation, { keys, primary = false, exclusion = false }) {
  if (exclusion) throw exclusionOnPartitioned()
  const word = primary ? 'PRIMARY KEY' : 'UNIQUE'
  for (const part of /** @type {import('../../partitions/key.js').PartitionKey} */ (relation.partitionKey).parts) {
    if (part.attnum === 0) {
      throw keyBesidePartitionExpression(word)
    }
    if (keys.some((key) => key.attnum === part.attnum)) continue
    throw keyWithoutPartitionColumns(word, relation.name, relation.columns[part.attnum - 1].name)
  }
}

/**
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {RelationDesc} relation
 * @param {IndexDefinition} definition
 * @param {Expr[]} exprs
 * @param {boolean} owned
 */
function recordIndexDependencies(ddl, oid, relation, { keys, include = [], predicate = null }, exprs, owned) {
  const self = address(CLASS.RELATION, oid)
  const plain = [...keys.map((key) => key.attnum), ...include].filter((attnum) => attnum !== 0)
  // Its own collations, where a column does not bring them.
  const collations = keys.flatMap((key) =>
    key.collation && key.collation !== (key.attnum === 0 ? 0 : relation.columns[key.attnum - 1].collation)
      ? [address(CLASS.COLLATION, key.collation)]
      : []
  )
  const found = [
    expressionDependencies(exprs, relation.oid, ddl.view),
    expressionDependencies(predicate === null ? [] : predicate, relation.oid, ddl.view),
  ]
  const columns = [
    ...plain.map((attnum) => address(CLASS.RELATION, relation.oid, attnum)),
    ...found.flatMap((part) => part.columns),
  ]
  // What a constraint owns goes with the constraint (addKeyConstraint says so); other indexes go with their columns.
  if (!owned)
    recordDependencies(ddl, self, columns.length === 0 ? [address(CLASS.RELATION, relation.oid)] : columns, 'a')
  recordDependencies(ddl, self, [...found.flatMap((part) => part.others), ...collations], 'n')
}

/** Which keeps hashes. */
const INT4 = 23
const ANYARRAY = 2277
const ANYELEMENT = 2283

/**
 * pg_am OIDs of what is built here; a hash index is a tree too, that answers equality only; so is a brin one, that
 * knows every row instead of ranges of pages.
 */
const METHOD_OIDS = /** @type {Record<string, number>} */ ({
  btree: BTREE,
  hash: HASH,
  brin: BRIN,
  gin: GIN,
  gist: GIST,
  spgist: SPGIST,
})

/** @param {DdlContext} ddl @param {number} methodOid @returns {string} */
export const methodName = (ddl, methodOid) =>
  Object.keys(METHOD_OIDS).find((name) => METHOD_OIDS[name] === methodOid) ?? nameOfMade(ddl, methodOid)

/** @param {DdlContext} ddl @param {number} methodOid @returns {string} */
const nameOfMade = (ddl, methodOid) =>
  ddl.view.rowsWith('pg_am', 'oid', methodOid)[0]?.[catalogShape('pg_am').at.amname] ?? 'btree'

/**
 * @param {DdlContext} ddl @param {string} method
 * @returns {number} pg_am OID; 0: no index is built with it
 */
function methodNamed(ddl, method) {
  if (Object.hasOwn(METHOD_OIDS, method)) return METHOD_OIDS[method]
  const [row] = ddl.view.rowsWith('pg_am', 'amname', method)
  return extensionMethodNamed(ddl.view, method) === undefined ? 0 : row[catalogShape('pg_am').at.oid]
}

/**
 * An extension's method keeps what is made of values as they are here, so equal values must be the same.
 * @param {DdlContext} ddl @param {number} methodOid @param {number} typeOid @param {number} collation
 * @param {import('../../descriptors.js').OpClassDesc} opclass
 */
function checkBroughtClass(ddl, methodOid, typeOid, collation, opclass) {
  const method = extensionMethod(ddl.view, methodOid)
  if (method === undefined) return
  if (!method.types.has(opclass.inputType))
    throw featureNotSupported(`operator class "${opclass.name}" of access method "${method.name}"`)
  if (ddl.view.collator(collation)?.deterministic === false)
    throw nondeterministicFor(`a ${method.name} index over ${formatType(ddl.view, typeOid, -1)}`)
}

const PATTERN_CLASSES = new Set(['text_pattern_ops', 'varchar_pattern_ops', 'bpchar_pattern_ops'])

/**
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {IndexKeyDefinition} key
 * @param {string} method
 * @param {number} methodOid
 */
function describeKey(ddl, relation, key, method, methodOid) {
  const column = key.attnum === 0 ? null : relation.columns[key.attnum - 1]
  const typeOid = column?.typeOid ?? /** @type {Expr} */ (key.expr).type
  if (key.opclassSchema && ddl.view.namespaceOid(key.opclassSchema) === 0) throw undefinedSchema(key.opclassSchema)
  const opclass = key.opclass
    ? ddl.view.opclassByName(key.opclass, methodOid, key.opclassSchema ?? null)
    : ddl.view.defaultOpclass(typeOid, methodOid)
  if (opclass === undefined)
    throw key.opclass
      ? undefinedOpclass(key.opclass, method)
      : noDefaultOpclass(formatType(ddl.view, typeOid, -1), method)
  if (key.opclass && !accepts(ddl, opclass.inputType, typeOid))
    throw opclassRefuses(key.opclass, formatType(ddl.view, typeOid, -1))
  if (column === null && ddl.view.type(typeOid)?.kind === 'p')
    throw pseudoTypeColumn(expressionName(/** @type {Expr} */ (key.expr)), formatType(ddl.view, typeOid, -1))
  const keysBy = isGistMethod(methodOid) ? ddl.view.keysByClass(opclass) : 0
  if (
    isGistMethod(methodOid) &&
    !isGistFamily(keysBy) &&
    (keysBy < 0 || !isOfExtension(ddl, CLASS.OPCLASS, opclass.oid))
  )
    throw featureNotSupported(`operator class "${opclass.name}" of access method "${method}"`)
  const own = column?.collation ?? key.expr?.collation ?? 0
  if (methodOid === GIN) checkGinClass(ddl, typeOid, opclass)
  checkBroughtClass(ddl, methodOid, typeOid, key.collation || own, opclass)
  if (key.collation && own === 0)
    throw typeWithoutCollation(formatType(ddl.view, typeOid, -1))
  const row = ddl.view.type(ddl.view.baseType(typeOid))
  const field =
    row?.kind !== 'c'
      ? undefined
      : ddl.view
          .relation(row.relationOid)
          ?.columns.find((one) => !one.dropped && ddl.view.collator(one.collation) !== null)
  if (field !== undefined)
    throw featureNotSupported(
      `an index over rows with fields of collation "${ddl.view.collation(field.collation)?.name}"`
    )
  if (!key.collation && own === 0 && ddl.view.type(typeOid)?.collation) throw indeterminate('index expression')
  if (PATTERN_CLASSES.has(opclass.name) && ddl.view.collator(key.collation || own)?.deterministic === false)
    throw nondeterministicFor(`operator class "${opclass.name}"`)
  const stored = storedType(ddl, typeOid, opclass)
  return {
    typeOid: stored,
    typmod: stored === typeOid ? (column?.typmod ?? key.expr?.typmod ?? -1) : -1,
    collation: key.collation || own,
    opclass: opclass.oid,
    family: opclass.family,
    options: key.opclassOptions === undefined ? null : storedClassOptions(method, opclass.name, key.opclassOptions),
  }
}

/**
 * What an index's column has from its table's: the dimensions that were declared, and how long values are kept.
 * @param {DdlContext} ddl @param {RelationDesc} relation @param {number} attnum 0: an expression
 * @param {number} typeOid the index's own, which may be its operator class's
 */
function fromColumn(ddl, relation, attnum, typeOid) {
  const column = relation.columns[attnum - 1]
  // What is short is no array and has one way to be kept.
  if (column === undefined || ddl.view.type(column.typeOid)?.length !== -1) return {}
  const { row } = ddl.one('pg_attribute', 'pg_attribute_relid_attnum_index', [relation.oid, attnum])
  const { at } = catalogShape('pg_attribute')
  const kept = { attstorage: row[at.attstorage], attcompression: row[at.attcompression] }
  return { attndims: row[at.attndims], ...(typeOid === column.typeOid ? kept : {}) }
}

/**
 * The type that pg_attribute says an index's column has: the operator class's own, where it has one.
 * @param {DdlContext} ddl
 * @param {number} typeOid
 * @param {import('../../descriptors.js').OpClassDesc} opclass
 */
function storedType(ddl, typeOid, { keyType, inputType, method }) {
  if (method === HASH) return INT4
  if (keyType === ANYELEMENT && inputType === ANYARRAY)
    return ddl.view.type(ddl.view.baseType(typeOid))?.elementType ?? typeOid
  return keyType === 0 || keyType === ANYELEMENT ? typeOid : keyType
}

/** @param {DdlContext} ddl @param {number} inputType of the operator class @param {number} typeOid */
function accepts(ddl, inputType, typeOid) {
  const type = ddl.view.type(ddl.view.baseType(typeOid))
  if (type === undefined) return false
  if (ddl.view.isBinaryCoercible(typeOid, inputType)) return true
  return (
    {
      2277: type.subscriptFunction === 6179, 3500: type.kind === 'e', 3831: type.kind === 'r', 4537: type.kind === 'm',
      2249: type.kind === 'c',
    }[inputType] ?? false
  )
}

/**
 * Names of an index's own columns: the table's, a function's name or "expr", made unique.
 * @param {RelationDesc} relation
 * @param {IndexDefinition} definition
 */
function columnNames(relation, { keys, include = [], includeNames }) {
  /** @type {string[]} */
  const names = []
  const wanted = [
    ...keys.map((key) =>
      key.name ??
      (key.attnum === 0 ? expressionName(/** @type {Expr} */ (key.expr)) : relation.columns[key.attnum - 1].name)
    ),
    ...(includeNames ?? include.map((attnum) => relation.columns[attnum - 1].name)),
  ]
  for (const name of wanted) {
    let free = name
    for (let pass = 1; names.includes(free); pass++) free = `${name}${pass}`
    names.push(free)
  }
  return names
}

/** As a SELECT list would name it. @param {Expr} expr @returns {string} */
function expressionName(expr) {
  if (expr.kind === 'func' && expr.display === 'call') return builtins.func(expr.oid)?.name ?? 'expr'
  if (
    expr.kind === 'coalesce' || expr.kind === 'greatest' || expr.kind === 'least' || expr.kind === 'nullif'
    || expr.kind === 'case' || expr.kind === 'row'
  )
    return expr.kind
  return 'expr'
}

/**
 * What a definition calls a known operator class.
 * @param {DdlContext} ddl @param {number} oid
 * @returns {{ opclass: string | null, opclassSchema: string | null }}
 */
export function classOf(ddl, oid) {
  const found = ddl.view.opclass(oid)
  if (found === undefined) return { opclass: null, opclassSchema: null }
  return { opclass: found.name, opclassSchema: ddl.view.namespace(found.namespaceOid)?.name ?? null }
}
