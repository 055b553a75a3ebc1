/**
 * What the catalog hands out: frozen-in-spirit plain objects, one shape per kind, made from catalog rows. A row is an
 * array of values in column order, as a heap decodes it or as the static data gives it ("char" as a byte, vectors and
 * arrays as PgArray or plain arrays). `version` grows when the object changes; a plan remembers the versions it was
 * made under. Built-ins have version 0 forever.
 */
import { C_LANGUAGE, librarySource } from './languages.js'
import { catalogShape } from './store/shapes.js'
import { FIRST_USER_OID } from '../types/oids.js'

/**
 * @typedef {object} TypeDesc
 * @property {number} oid
 * @property {string} name
 * @property {number} namespaceOid
 * @property {number} ownerOid
 * @property {number} length bytes, -1 variable, -2 C string
 * @property {boolean} byValue
 * @property {'b' | 'c' | 'd' | 'e' | 'm' | 'p' | 'r'} kind base, composite, domain, enum, multirange, pseudo, range
 * @property {string} category one letter
 * @property {boolean} preferred of its category
 * @property {boolean} defined
 * @property {string} delimiter
 * @property {number} relationOid of a composite type, else 0
 * @property {number} subscriptFunction 0: cannot be subscripted; 6179: a true array
 * @property {number} elementType
 * @property {number} arrayType
 * @property {number} inputFunction
 * @property {number} outputFunction
 * @property {number} receiveFunction
 * @property {number} sendFunction
 * @property {number} typmodIn
 * @property {number} typmodOut
 * @property {string} align
 * @property {string} storage
 * @property {boolean} notNull domains
 * @property {number} baseType domains
 * @property {number} typmod domains
 * @property {number} collation
 * @property {string | null} default
 * @property {string | null} defaultExpr domains: the default as stored (exprFromText)
 * @property {number} version
 * @property {EnumValues | null} enumValues enums; set by the reader
 * @property {{ oid: number, subtype: number, multirange: number, collation: number, canonical: number } | null} range
 *   row of pg_range, of range and multirange types that are not built in; set by the reader
 * @property {DomainConstraint[]} constraints domains: their own CHECKs by name; set by the reader
 * @property {import('../types/type-ops.js').TypeOps | null} ops of a type that is not built in, made when first asked
 *   for (user-types.js)
 */
/** @typedef {import('../types/enum.js').EnumValues} EnumValues */
/**
 * @typedef {{ oid: number, name: string, text: string, expr: any, validated: boolean }} DomainConstraint `text`: as
 *   stored; `expr`: read when first needed
 */
/**
 * @typedef {object} FuncDesc
 * @property {number} oid
 * @property {string} name
 * @property {number} namespaceOid
 * @property {number} ownerOid
 * @property {number} language 12 internal, 13 c, 14 sql
 * @property {number} cost
 * @property {number} rows
 * @property {number} variadicType element type of a VARIADIC last argument, 0 when not variadic
 * @property {'f' | 'a' | 'w' | 'p'} kind function, aggregate, window, procedure
 * @property {boolean} securityDefiner
 * @property {boolean} leakproof
 * @property {boolean} strict
 * @property {boolean} retset
 * @property {'i' | 's' | 'v'} volatility
 * @property {string} parallel
 * @property {number} defaultCount
 * @property {number} returnType
 * @property {number[]} argTypes input arguments
 * @property {number[]} allArgTypes of all arguments; empty: as argTypes
 * @property {string[]} argModes of all arguments, i o b v t; empty: all in
 * @property {string[]} argNames of all arguments, '' unnamed; empty: none has a name
 * @property {string | null} defaults list of Expr for the last input arguments, as stored (exprFromText)
 * @property {string} source prosrc: for built-ins the name of the implementation
 * @property {string | null} body of BEGIN ATOMIC and RETURN, as procedures/ stores it
 * @property {string[]} config settings in force while it runs, name=value
 * @property {number} version
 */
/**
 * @typedef {{ oid: number, name: string, namespaceOid: number, kind: 'b' | 'l', canMerge: boolean, canHash:
 *   boolean, left: number, right: number, result: number, commutator: number, negator: number,
 *   funcOid: number, restrict: number, join: number, version: number }} OperatorDesc left is 0 for a prefix operator
 */
/**
 * @typedef {{ oid: number, source: number, target: number, funcOid: number, context: 'i' | 'a' | 'e',
 *   method: 'f' | 'i' | 'b' }} CastDesc context: implicit, assignment, explicit; method: function, in-out, binary
 */
/**
 * @typedef {{ oid: number, kind: 'n' | 'o' | 'h', directArgs: number, transFunc: number, finalFunc: number,
 *   combineFunc: number, serialFunc: number, deserialFunc: number, movingTransFunc: number, movingInverseFunc:
 *   number, movingFinalFunc: number, finalExtra: boolean, movingFinalExtra: boolean, finalModify:
 *   string, sortOperator: number, transType: number, transSpace: number, movingTransType: number,
 *   initialValue: string | null, movingInitialValue: string | null }} AggregateDesc
 */
/**
 * @typedef {{ oid: number, method: number, name: string, namespaceOid: number, family: number, inputType:
 *   number, isDefault: boolean, keyType: number }} OpClassDesc
 */
/**
 * @typedef {{ family: number, left: number, right: number, strategy: number, purpose: 's' | 'o', operator:
 *   number, method: number, sortFamily: number }} FamilyOperator
 */
/**
 * @typedef {{ lt: number, le: number, eq: number, ge: number, gt: number, compare: number, family: number,
 *   opclass: number, inputType: number }} OrderingOps operator OIDs; compare: function OID of btree support 1;
 *   inputType: what the operator class declares
 */
/** @typedef {{ eq: number, hash: number, family: number, opclass: number, inputType: number }} HashOps */
/** @typedef {{ oid: number, name: string, ownerOid: number, version: number }} NamespaceDesc */
/**
 * @typedef {{ oid: number, name: string, superuser: boolean, inherit: boolean, createRole: boolean, createDb:
 *   boolean, canLogin: boolean, replication: boolean, bypassRls: boolean, connectionLimit: number,
 *   password: string | null, validUntil: number | bigint | null }} RoleDesc
 */
/**
 * @typedef {{ oid: number, name: string, ownerOid: number, encoding: number, isTemplate: boolean, allowConnections:
 *   boolean, connectionLimit: number, tablespaceOid: number, collate: string, ctype: string }} DatabaseDesc
 */
/**
 * @typedef {{ oid: number, name: string, namespaceOid: number, provider: string, deterministic: boolean,
 *   encoding: number, collate: string | null, ctype: string | null, icuLocale: string | null, version: string | null }}
 *   CollationDesc version: of the orders it was made under, null: nobody looks
 */

/** A row of values in column order. @typedef {any[]} CatalogRow */

/** @param {any} value vector or array, PgArray or plain @returns {any[]} */
export const items = (value) => Array.isArray(value) ? value : value.values

/** @type {any[]} */
const NO_ITEMS = []

/** "char" to a one-letter string. @param {any} value */
const letter = (value) => /** @type {any} */ (String.fromCharCode(value))

/** @param {CatalogRow} row of pg_type @param {number} version @returns {TypeDesc} */
export function typeDesc(row, version) {
  const { at } = catalogShape('pg_type')
  return {
    oid: row[at.oid],
    name: row[at.typname],
    namespaceOid: row[at.typnamespace],
    ownerOid: row[at.typowner],
    length: row[at.typlen],
    byValue: row[at.typbyval],
    kind: letter(row[at.typtype]),
    category: letter(row[at.typcategory]),
    preferred: row[at.typispreferred],
    defined: row[at.typisdefined],
    delimiter: letter(row[at.typdelim]),
    relationOid: row[at.typrelid],
    subscriptFunction: row[at.typsubscript],
    elementType: row[at.typelem],
    arrayType: row[at.typarray],
    inputFunction: row[at.typinput],
    outputFunction: row[at.typoutput],
    receiveFunction: row[at.typreceive],
    sendFunction: row[at.typsend],
    typmodIn: row[at.typmodin],
    typmodOut: row[at.typmodout],
    align: letter(row[at.typalign]),
    storage: letter(row[at.typstorage]),
    notNull: row[at.typnotnull],
    baseType: row[at.typbasetype],
    typmod: row[at.typtypmod],
    collation: row[at.typcollation],
    default: row[at.typdefault],
    defaultExpr: row[at.typdefaultbin],
    version,
    enumValues: null,
    range: null,
    constraints: NO_ITEMS,
    ops: null,
  }
}

/** @param {CatalogRow} row of pg_proc @param {number} version @returns {FuncDesc} */
export function funcDesc(row, version) {
  const { at } = catalogShape('pg_proc')
  const modes = row[at.proargmodes]
  const all = row[at.proallargtypes]
  const names = row[at.proargnames]
  return {
    oid: row[at.oid],
    name: row[at.proname],
    namespaceOid: row[at.pronamespace],
    ownerOid: row[at.proowner],
    language: row[at.prolang],
    cost: row[at.procost],
    rows: row[at.prorows],
    variadicType: row[at.provariadic],
    kind: letter(row[at.prokind]),
    securityDefiner: row[at.prosecdef],
    leakproof: row[at.proleakproof],
    strict: row[at.proisstrict],
    retset: row[at.proretset],
    volatility: letter(row[at.provolatile]),
    parallel: letter(row[at.proparallel]),
    defaultCount: row[at.pronargdefaults],
    returnType: row[at.prorettype],
    argTypes: items(row[at.proargtypes]),
    allArgTypes: all === null ? NO_ITEMS : items(all),
    argModes: modes === null ? NO_ITEMS : items(modes).map(letter),
    argNames: names === null ? NO_ITEMS : items(names),
    defaults: row[at.proargdefaults], body: row[at.prosqlbody],
    source: row[at.prolang] === C_LANGUAGE && row[at.probin] !== null && row[at.oid] >= FIRST_USER_OID
      ? librarySource(row[at.probin], row[at.prosrc]) : row[at.prosrc],
    config: row[at.proconfig] === null ? NO_ITEMS : items(row[at.proconfig]), version,
  }
}

/** @param {CatalogRow} row of pg_operator @returns {OperatorDesc} */
export function operatorDesc(row) {
  const { at } = catalogShape('pg_operator')
  return {
    oid: row[at.oid],
    name: row[at.oprname],
    namespaceOid: row[at.oprnamespace],
    kind: letter(row[at.oprkind]),
    canMerge: row[at.oprcanmerge],
    canHash: row[at.oprcanhash],
    left: row[at.oprleft],
    right: row[at.oprright],
    result: row[at.oprresult],
    commutator: row[at.oprcom],
    negator: row[at.oprnegate],
    funcOid: row[at.oprcode],
    restrict: row[at.oprrest],
    join: row[at.oprjoin],
    version: 0,
  }
}

/** @param {CatalogRow} row of pg_cast @returns {CastDesc} */
export function castDesc(row) {
  const { at } = catalogShape('pg_cast')
  return {
    oid: row[at.oid],
    source: row[at.castsource],
    target: row[at.casttarget],
    funcOid: row[at.castfunc],
    context: letter(row[at.castcontext]),
    method: letter(row[at.castmethod]),
  }
}

/** @param {CatalogRow} row of pg_aggregate @returns {AggregateDesc} */
export function aggregateDesc(row) {
  const { at } = catalogShape('pg_aggregate')
  return {
    oid: row[at.aggfnoid],
    kind: letter(row[at.aggkind]),
    directArgs: row[at.aggnumdirectargs],
    transFunc: row[at.aggtransfn],
    finalFunc: row[at.aggfinalfn],
    combineFunc: row[at.aggcombinefn],
    serialFunc: row[at.aggserialfn],
    deserialFunc: row[at.aggdeserialfn],
    movingTransFunc: row[at.aggmtransfn],
    movingInverseFunc: row[at.aggminvtransfn],
    movingFinalFunc: row[at.aggmfinalfn],
    finalExtra: row[at.aggfinalextra],
    movingFinalExtra: row[at.aggmfinalextra],
    finalModify: letter(row[at.aggfinalmodify]),
    sortOperator: row[at.aggsortop],
    transType: row[at.aggtranstype],
    transSpace: row[at.aggtransspace],
    movingTransType: row[at.aggmtranstype],
    initialValue: row[at.agginitval],
    movingInitialValue: row[at.aggminitval],
  }
}

/** @param {CatalogRow} row of pg_opclass @returns {OpClassDesc} */
export function opclassDesc(row) {
  const { at } = catalogShape('pg_opclass')
  return {
    oid: row[at.oid], method: row[at.opcmethod], name: row[at.opcname], namespaceOid: row[at.opcnamespace],
    family: row[at.opcfamily], inputType: row[at.opcintype], isDefault: row[at.opcdefault], keyType: row[at.opckeytype],
  }
}

/** @param {CatalogRow} row of pg_amop @returns {FamilyOperator} */
export function familyOperator(row) {
  const { at } = catalogShape('pg_amop')
  return {
    family: row[at.amopfamily],
    left: row[at.amoplefttype],
    right: row[at.amoprighttype],
    strategy: row[at.amopstrategy],
    purpose: letter(row[at.amoppurpose]),
    operator: row[at.amopopr],
    method: row[at.amopmethod],
    sortFamily: row[at.amopsortfamily],
  }
}

/** @param {CatalogRow} row of pg_namespace @param {number} version @returns {NamespaceDesc} */
export function namespaceDesc(row, version) {
  const { at } = catalogShape('pg_namespace')
  return { oid: row[at.oid], name: row[at.nspname], ownerOid: row[at.nspowner], version }
}

/** @param {CatalogRow} row of pg_authid @returns {RoleDesc} */
export function roleDesc(row) {
  const { at } = catalogShape('pg_authid')
  return {
    oid: row[at.oid],
    name: row[at.rolname],
    superuser: row[at.rolsuper],
    inherit: row[at.rolinherit],
    createRole: row[at.rolcreaterole],
    createDb: row[at.rolcreatedb],
    canLogin: row[at.rolcanlogin],
    replication: row[at.rolreplication],
    bypassRls: row[at.rolbypassrls],
    connectionLimit: row[at.rolconnlimit],
    password: row[at.rolpassword],
    validUntil: row[at.rolvaliduntil],
  }
}

/** @param {CatalogRow} row of pg_database @returns {DatabaseDesc} */
export function databaseDesc(row) {
  const { at } = catalogShape('pg_database')
  return {
    oid: row[at.oid],
    name: row[at.datname],
    ownerOid: row[at.datdba],
    encoding: row[at.encoding],
    isTemplate: row[at.datistemplate],
    allowConnections: row[at.datallowconn],
    connectionLimit: row[at.datconnlimit],
    tablespaceOid: row[at.dattablespace],
    collate: row[at.datcollate],
    ctype: row[at.datctype],
  }
}

/** @param {CatalogRow} row of pg_collation @returns {CollationDesc} */
export function collationDesc(row) {
  const { at } = catalogShape('pg_collation')
  return {
    oid: row[at.oid],
    name: row[at.collname],
    namespaceOid: row[at.collnamespace],
    provider: letter(row[at.collprovider]),
    deterministic: row[at.collisdeterministic],
    encoding: row[at.collencoding],
    collate: row[at.collcollate],
    ctype: row[at.collctype],
    icuLocale: row[at.colliculocale],
    version: row[at.collversion],
  }
}
