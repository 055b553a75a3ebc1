/** What pageinspect refuses: PostgreSQL's words. */
import { DbError } from './db-error.js'
import { kindDetail } from './ddl/alter.js'

/** 42501. @param {'raw page' | 'pageinspect'} what */
export const superusersPages = (what) => new DbError('42501', `must be superuser to use ${what} functions`)

/** 42809. @param {string} name @param {string} kind pg_class.relkind */
export const noRawPage = (name, kind) =>
  new DbError('42809', `cannot get raw page from relation "${name}"`, kindDetail(kind))

/** 22023 */
export const invalidBlock = () => new DbError('22023', 'invalid block number')

/** 22023. @param {number} block @param {string} name */
export const blockBeyond = (block, name) =>
  new DbError('22023', `block number ${block} is out of range for relation "${name}"`)

/** XX000, as PostgreSQL 15 has it. */
export const blockBeyondIndex = () => new DbError('XX000', 'block number out of range')

/** 22023. @param {string} [which] */
export const isMetaPage = (which = '') => new DbError('22023', `block ${which}is a meta page`)

/** 22023 */
export const invalidFork = () => new DbError('22023', 'invalid fork name', {
  hint: 'Valid fork names are "main", "fsm", "vm", and "init".',
})

/** 22023. @param {number} expected @param {number} got */
export const wrongPageBytes = (expected, got) =>
  new DbError('22023', 'invalid page size', { detail: `Expected ${expected} bytes, got ${got}.` })

/** 22023. @param {number} bytes */
export const rawPageTooSmall = (bytes) => new DbError('22023', `input page too small (${bytes} bytes)`)

/** 22023. @param {string} what @param {string} detail */
export const notThatPage = (what, detail) =>
  new DbError('22023', `input page is not a valid ${what} page`, { detail })

/** 42809. @param {string} name */
export const noBtreeIndex = (name) => new DbError('42809', `"${name}" is not a btree index`)
