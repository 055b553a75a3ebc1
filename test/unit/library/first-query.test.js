/**
 * What a first query needs is little, and stays so: guards the shape of a cold start (docs/decisions/0005), not its
 * time. Each program is a process of its own, since much of this is kept for the life of one.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'

const src = new URL('../../../src/', import.meta.url).href

/**
 * @param {string} statements
 * @returns {{ split: string[], inflated: string[], functions: number }} split: data files that were read, inflated:
 *   relations of the template that were
 */
function firstQuery(statements) {
  const code = `
    let functions = 0
    const Plain = Function
    globalThis.Function = new Proxy(Plain, { construct: (target, args) => { functions++; return Reflect.construct(target, args) } })
    const { open } = await import('${src}index.js')
    const { STATIC_DATA } = await import('${src}catalog/data/index.js')
    const { staticTable } = await import('${src}catalog/store/static-data.js')
    const { catalogTemplate } = await import('${src}catalog/template.js')
    const db = await open(':memory:')
    await db.exec(${JSON.stringify(statements)})
    const counted = { split: Object.keys(STATIC_DATA).filter((name) => staticTable(name).cachedLines !== null), functions, inflated: [...catalogTemplate().inflated.keys()] }
    const names = new Map((await db.query('select oid::int, relname from pg_class where oid < 16384')).rows.map(({ oid, relname }) => [Number(oid), relname]))
    console.log(JSON.stringify({ ...counted, inflated: counted.inflated.map((fileId) => names.get(fileId % 16384)) }))
    await db.close()`
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], {
      env: { ...process.env, NODE_OPTIONS: '' },
      encoding: 'utf8',
    }),
  )
}

test('opening and a query without tables', () => {
  const { split, inflated, functions } = firstQuery('select 42')
  for (const name of [
    'pg_proc', 'pg_operator', 'pg_amop', 'pg_amproc', 'pg_cast', 'pg_aggregate', 'pg_collation', 'pg_conversion',
  ])
    assert.ok(!split.includes(name), `${name} is not read`)
  assert.ok(inflated.length <= 8, `catalogs that were opened: ${inflated.join(' ')}`)
  assert.ok(!inflated.includes('pg_proc') && !inflated.includes('pg_attribute_relid_attnam_index'))
  assert.ok(functions <= 6, `${functions} functions were compiled from text`)
})

test('a table, a row, a question', () => {
  const { split, inflated, functions } = firstQuery('create table answers (id int primary key, answer int); insert into answers values (1, 42); select answer from answers where id = 1; select count(*), max(answer) + 1 from answers')
  for (const name of ['pg_amproc', 'pg_conversion', 'pg_ts_config_map'])
    assert.ok(!split.includes(name), `${name} is not read`)
  for (const name of ['pg_proc', 'pg_operator', 'pg_amop', 'pg_cast', 'pg_init_privs'])
    assert.ok(!inflated.includes(name), `${name} is not read from the template`)
  assert.ok(inflated.length <= 40, `catalogs that were opened: ${inflated.join(' ')}`)
  assert.ok(functions <= 12, `${functions} functions were compiled from text`)
})
