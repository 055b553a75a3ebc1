/**
 * What the readers of the catalog stand on: rows where they are kept, and what a relation's stored part is opened by.
 */

/** @import { Tid } from '../../util/identifiers.js' */
/** @import { CatalogRow } from '../descriptors.js' */
/** @import { ColumnDesc, IndexDesc, RelationDesc } from '../relation.js' */
/** @import { OwnReads } from './own-reads.js' */

/** @typedef {{ tid: Tid, row: CatalogRow }} Found */
/** @typedef {{ userTypeOps: (oid: number) => import('../../types/type-ops.js').TypeOps | undefined }} TypeFinder */
/**
 * Catalog rows where they are kept. `key` is a prefix of the index's columns.
 * @typedef {object} CatalogStore
 * @property {(catalog: string, index: string, key: any[], snapshot: any, from?: unknown[]) => Found[]} find
 * @property {(catalog: string, oidIndex: string) => boolean} hasUserObjects false: none of its rows, in whatever state,
 *   is of an object that is not built in
 * @property {(catalog: string, snapshot: any) => Found[]} scan
 * @property {(txn: any, catalog: string, row: CatalogRow) => number} insert checks unique indexes
 * @property {(txn: any, catalog: string, rows: CatalogRow[], areFresh?: boolean) => void} insertMany as insert;
 *   areFresh: no
 *   other row can have their keys
 * @property {(txn: any, catalog: string, tid: Tid, row: CatalogRow) => void} update checks unique indexes
 * @property {(txn: any, catalog: string, tid: Tid, row?: CatalogRow) => void} remove row: as it is there
 * @property {(txn: any, key: number, mode: number) => void} lock a lock by number, until the transaction ends
 * @property {() => any} latest a snapshot of everything committed, good until the next yield
 * @property {(txn: any) => any} own the same and everything the transaction did, good until the next yield
 * @property {(txn: object) => OwnReads} beginOwn the transaction begins to change the catalog: what its own view keeps
 * @property {(txn: object) => void} endOwn it has ended
 * @property {(snapshot: any) => void} again makes one of `own` good again after a yield: it sees what was committed
 *   meanwhile, too
 */
/**
 * How a relation's stored part is opened; null fields of a descriptor stay null without one.
 * @typedef {object} RelationStorage
 * @property {(columns: ColumnDesc[], types?: TypeFinder) => any} layout
 * @property {(fileId: number, layout: any, relation: RelationDesc, committed?: boolean) => any} heap committed: it is
 *   no transaction's own view
 * @property {(relationOid: number) => boolean} mayHoldNulls … where its columns are NOT NULL: older snapshots see them
 * @property {(index: IndexDesc, relation: RelationDesc) => void} attachIndex sets tree, extractKey
 * @property {((index: IndexDesc, relation: RelationDesc) => any) | null} compileKey key extractor of an index with
 *   expressions or a predicate
 * @property {(relationOid: number, isShared: boolean) => number} catalogFile file of a system catalog or of its index
 */

/** Whose rows are asked for. @typedef {Parameters<CatalogStore['find']>[3]} CatalogNow */

export {}
