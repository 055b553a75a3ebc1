/**
 * A catalog in memory for tests of the planner and the executor's compiler: built-ins from the static data, tables as
 * the test defines them.
 *
 *     const catalog = memoryCatalog()
 *     defineTable(catalog, 'accounts', { aid: 'int4 not null', bid: 'int4', filler: 'bpchar(84)' },
 *     { primaryKey: ['aid'] })
 */
import assert from 'node:assert/strict'
import { CatalogSnapshot } from '../../src/catalog/snapshot.js'
import { StaticSource } from './static-source.js'
import { columnDesc, indexDesc, relationDesc } from '../../src/catalog/relation.js'

/** The schema "public". */
const PUBLIC = 2200

/** @returns {CatalogSnapshot & { source: StaticSource }} */
export function memoryCatalog() {
  return /** @type {any} */ (
    new CatalogSnapshot(new StaticSource(), { namespaces: [PUBLIC], temporary: 0, databaseOid: 5, roleOid: 10 }, false)
  )
}

/**
 * @param {CatalogSnapshot & { source: StaticSource }} catalog
 * @param {string} name
 * @param {Record<string, string>} columns internal type names, optionally (typmod) and `not null`: 'numeric(10,2) not
 *   null'
 * @param {{ primaryKey?: string[], indexes?: { name: string, columns: string[], unique?: boolean }[],
 *   reltuples?: number, relpages?: number, namespaceOid?: number }} [options]
 * @returns {import('../../src/catalog/relation.js').RelationDesc}
 */
export function defineTable(catalog, name, columns, options = {}) {
  const source = catalog.source
  let oid = 16384
  while (source.relations.has(oid) || source.indexes.has(oid)) oid += 10
  const described = Object.entries(columns).map(([column, text], at) => {
    const match = /^(\w+)(\[\])?(?:\((\d+)(?:,(\d+))?\))?( not null)?$/.exec(text)
    assert.ok(match, `column type ${text}`)
    const element = catalog.typeByName(null, match[1])
    assert.ok(element, `type ${match[1]}`)
    const type = match[2] === undefined ? element : catalog.type(element.arrayType)
    assert.ok(type, `array type of ${match[1]}`)
    const typmod =
      match[3] === undefined
        ? -1
        : match[1] === 'numeric'
          ? ((Number(match[3]) << 16) | Number(match[4] ?? 0)) + 4
          : Number(match[3]) + 4
    return columnDesc({
      attnum: at + 1, name: column, typeOid: type.oid, typmod, collation: type.collation, length: type.length,
      notNull: match[5] !== undefined || (options.primaryKey ?? []).includes(column),
    })
  })
  const wanted = [
    ...(options.primaryKey === undefined
      ? []
      : [{ name: `${name}_pkey`, columns: options.primaryKey, unique: true, primary: true }]),
    ...(options.indexes ?? []).map((index) => ({ unique: false, primary: false, ...index })),
  ]
  const indexes = wanted.map((index, at) =>
    indexDesc({
      oid: oid + 2 + at,
      name: index.name,
      relationOid: oid,
      unique: index.unique,
      primary: index.primary,
      version: 1,
      keys: index.columns.map((column) => {
        const key = described.find((candidate) => candidate.name === column)
        assert.ok(key, `column ${column} of ${name}`)
        const opclass = catalog.defaultOpclass(key.typeOid)
        return {
          attnum: key.attnum, expr: null, keptAt: 0, typeOid: key.typeOid, collation: key.collation, desc: false,
          nullsFirst: false, opclass: opclass?.oid ?? 0, family: opclass?.family ?? 0, keysBy: opclass?.family ?? 0,
        }
      }),
    }),
  )
  const relation = relationDesc({
    oid, name, namespaceOid: options.namespaceOid ?? PUBLIC, columns: described, indexes, version: 1,
    stats: { relpages: options.relpages ?? 0, reltuples: options.reltuples ?? -1, column: () => null, joint: () => [] },
  })
  source.add(relation)
  source.versions.set(oid, 1)
  return relation
}
