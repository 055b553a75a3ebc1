/**
 * PostgreSQL's well-known OIDs: of types, which array type belongs to which element type, and of index methods. Facts
 * only; every layer may import this.
 */

/** Objects below it are PostgreSQL's own: they are built in, and change with a release alone. */
export const FIRST_USER_OID = 16384
/** Those below it are pinned: initdb made them by hand, and PostgreSQL does not drop them. */
export const FIRST_UNPINNED_OID = 12000

/** pg_am OIDs of the index methods. */
export const BTREE = 403
export const HASH = 405
export const GIST = 783
export const GIN = 2742
export const BRIN = 3580
export const SPGIST = 4000

export const BOOL = 16
export const BYTEA = 17
export const CHAR = 18
export const NAME = 19
export const INT8 = 20
export const INT2 = 21
export const INT2VECTOR = 22
export const INT4 = 23
export const REGPROC = 24
export const TEXT = 25
export const OID = 26
export const TID = 27
export const XID = 28
export const CID = 29
export const OIDVECTOR = 30
export const JSON = 114
export const XML = 142
export const PG_NODE_TREE = 194
export const POINT = 600
export const LSEG = 601
export const PATH = 602
export const BOX = 603
export const POLYGON = 604
export const LINE = 628
export const CIDR = 650
export const FLOAT4 = 700
export const FLOAT8 = 701
export const UNKNOWN = 705
export const CIRCLE = 718
export const MONEY = 790
export const MACADDR = 829
export const MACADDR8 = 774
export const INET = 869
export const ACLITEM = 1033
export const BPCHAR = 1042
export const VARCHAR = 1043
export const DATE = 1082
export const TIME = 1083
export const TIMESTAMP = 1114
export const TIMESTAMPTZ = 1184
export const INTERVAL = 1186
export const TIMETZ = 1266
export const BIT = 1560
export const VARBIT = 1562
export const NUMERIC = 1700
export const REFCURSOR = 1790
export const REGPROCEDURE = 2202
export const REGOPER = 2203
export const REGOPERATOR = 2204
export const REGCLASS = 2205
export const REGTYPE = 2206
export const RECORD = 2249
export const CSTRING = 2275
export const ANY = 2276
export const ANYARRAY = 2277
export const VOID = 2278
export const TRIGGER = 2279
export const LANGUAGE_HANDLER = 2280
export const INTERNAL = 2281
export const TSM_HANDLER = 3310
export const ANYELEMENT = 2283
export const ANYNONARRAY = 2776
export const UUID = 2950
export const TXID_SNAPSHOT = 2970
export const FDW_HANDLER = 3115
export const PG_LSN = 3220
export const ANYENUM = 3500
export const TSVECTOR = 3614
export const TSQUERY = 3615
export const REGCONFIG = 3734
export const REGDICTIONARY = 3769
export const JSONB = 3802
export const ANYRANGE = 3831
export const EVENT_TRIGGER = 3838
export const JSONPATH = 4072
export const REGNAMESPACE = 4089
export const REGROLE = 4096
export const REGCOLLATION = 4191
export const ANYMULTIRANGE = 4537
export const PG_SNAPSHOT = 5038
export const XID8 = 5069
export const ANYCOMPATIBLE = 5077
export const ANYCOMPATIBLEARRAY = 5078
export const ANYCOMPATIBLENONARRAY = 5079

export const TEXT_ARRAY = 1009
export const NAME_ARRAY = 1003
export const OID_ARRAY = 1028
export const INT2_ARRAY = 1005
export const INT4_ARRAY = 1007
export const ACLITEM_ARRAY = 1034
export const CSTRING_ARRAY = 1263

/**
 * @typedef {{ oid: number, name: string, multirangeOid: number, multirangeName: string, subtype: number }} RangePair
 */

/** The built-in ones. @type {RangePair[]} */
export const RANGES = [
  { oid: 3904, name: 'int4range', multirangeOid: 4451, multirangeName: 'int4multirange', subtype: INT4 },
  { oid: 3906, name: 'numrange', multirangeOid: 4532, multirangeName: 'nummultirange', subtype: NUMERIC },
  { oid: 3908, name: 'tsrange', multirangeOid: 4533, multirangeName: 'tsmultirange', subtype: TIMESTAMP },
  { oid: 3910, name: 'tstzrange', multirangeOid: 4534, multirangeName: 'tstzmultirange', subtype: TIMESTAMPTZ },
  { oid: 3912, name: 'daterange', multirangeOid: 4535, multirangeName: 'datemultirange', subtype: DATE },
  { oid: 3926, name: 'int8range', multirangeOid: 4536, multirangeName: 'int8multirange', subtype: INT8 },
]

/** [element type, array type] of every built-in base type that has an array type. @type {[number, number][]} */
export const ARRAY_PAIRS = [
  [BOOL, 1000], [BYTEA, 1001], [CHAR, 1002], [NAME, NAME_ARRAY], [INT2, INT2_ARRAY], [INT2VECTOR, 1006],
  [INT4, INT4_ARRAY], [REGPROC, 1008], [TEXT, TEXT_ARRAY], [TID, 1010], [XID, 1011], [CID, 1012], [OIDVECTOR, 1013],
  [BPCHAR, 1014], [VARCHAR, 1015], [INT8, 1016], [POINT, 1017], [601, 1018], [602, 1019], [603, 1020], [FLOAT4, 1021],
  [FLOAT8, 1022], [604, 1027], [OID, OID_ARRAY], [ACLITEM, ACLITEM_ARRAY], [829, 1040], [INET, 1041], [TIMESTAMP, 1115],
  [DATE, 1182], [TIME, 1183], [TIMESTAMPTZ, 1185], [INTERVAL, 1187], [NUMERIC, 1231], [CSTRING, CSTRING_ARRAY],
  [TIMETZ, 1270], [BIT, 1561], [VARBIT, 1563], [REFCURSOR, 2201], [REGPROCEDURE, 2207], [REGOPER, 2208],
  [REGOPERATOR, 2209], [REGCLASS, 2210], [REGTYPE, 2211], [RECORD, 2287], [2970, 2949], [UUID, 2951], [PG_LSN, 3221],
  [TSVECTOR, 3643], [3642, 3644], [TSQUERY, 3645], [REGCONFIG, 3735], [REGDICTIONARY, 3770], [JSONB, 3807],
  [3904, 3905], [3906, 3907], [3908, 3909], [3910, 3911], [3912, 3913], [3926, 3927], [JSONPATH, 4073],
  [REGNAMESPACE, 4090], [REGROLE, 4097], [REGCOLLATION, 4192], [5038, 5039], [XID8, 271], [JSON, 199], [XML, 143],
  [MONEY, 791], [CIDR, 651], [628, 629], [718, 719], [774, 775], [4451, 6150], [4532, 6151], [4533, 6152], [4534, 6153],
  [4535, 6155], [4536, 6157],
]

const ARRAY_OF = new Map(ARRAY_PAIRS)
const ELEMENT_OF = new Map(ARRAY_PAIRS.map(([element, array]) => [array, element]))
ELEMENT_OF.set(INT2VECTOR, INT2)
ELEMENT_OF.set(OIDVECTOR, OID)

/** @param {number} oid @returns {number} its array type, 0 when there is none among the built-in types */
export const arrayTypeOf = (oid) => ARRAY_OF.get(oid) ?? 0

/** @param {number} oid @returns {number} the element type of a built-in array type (or vector), 0 when it is none */
export const elementTypeOf = (oid) => ELEMENT_OF.get(oid) ?? 0
