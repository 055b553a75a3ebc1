/** The rows: one tenant, keys that count up, measurements at random from a seed. */
import { uniform } from '../transfer/pairs.js'

export const COLUMNS = [
  'row_id', 'tenant_id', 'entity_id', 'sub_entity_id', 'bucket_index', 'measurement_x', 'measurement_y',
  'measurement_z', 'category_id', 'weight', 'status', 'created_at', 'updated_at',
]
export const KEY = ['tenant_id', 'entity_id', 'sub_entity_id', 'bucket_index']
export const UPDATED = [
  'measurement_x', 'measurement_y', 'measurement_z', 'category_id', 'weight', 'status', 'updated_at',
]

/** @param {{ text: string, float: string, timestamp: string }} types @returns {string[]} statements */
export const schema = ({ text, float, timestamp }) => [
  `CREATE TABLE bench_rows (row_id ${text} PRIMARY KEY, tenant_id ${text} NOT NULL, entity_id integer NOT NULL, sub_entity_id integer NOT NULL, bucket_index integer NOT NULL,
    measurement_x ${float} NOT NULL, measurement_y ${float} NOT NULL, measurement_z ${float} NOT NULL, category_id integer NOT NULL, weight ${float} NOT NULL, status integer NOT NULL,
    created_at ${timestamp} NOT NULL, updated_at ${timestamp})`,
  'CREATE INDEX ix_bench_rows_tenant_id ON bench_rows (tenant_id)',
  'CREATE INDEX ix_bench_tenant_entity ON bench_rows (tenant_id, entity_id)',
  `CREATE UNIQUE INDEX uq_bench_row_natural_key ON bench_rows (${KEY.join(', ')})`,
]

/** ON CONFLICT of an upsert. */
export const UPSERT = `ON CONFLICT (${KEY.join(', ')}) DO UPDATE SET ${UPDATED.map((name) => `${name} = excluded.${name}`).join(', ')}`

/**
 * @returns {(count: number) => any[][]} the next so many rows; the same in every run but for row_id and created_at's
 *   clock
 */
export function makeRows() {
  const random = uniform()
  const hex = (/** @type {number} */ digits) =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  const uuid = () =>
    `${hex(8)}-${hex(4)}-4${hex(3)}-${(8 + Math.floor(random() * 4)).toString(16)}${hex(3)}-${hex(6)}${hex(6)}`
  const rounded = (/** @type {number} */ value, /** @type {number} */ places) =>
    Math.round(value * 10 ** places) / 10 ** places
  const tenant = '5ea3a11d-0000-4000-8000-000000000001'
  const created = '2026-01-01 00:00:00'
  let counter = 0
  return (count) =>
    Array.from({ length: count }, () => {
      const at = counter++
      return [
        uuid(),
        tenant,
        at % 1000,
        Math.floor(at / 1000) % 1000,
        Math.floor(at / 1_000_000),
        rounded(random() * 2000 - 1000, 6),
        rounded(random() * 2000 - 1000, 6),
        rounded(random() * 100, 6),
        Math.floor(random() * 5),
        rounded(Math.min(1, (random() + random() + random() + random()) / 4 + 0.2), 4),
        0,
        created,
        null,
      ]
    })
}
