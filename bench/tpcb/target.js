/**
 * What the bench drives: something that takes SQL and gives clients that run transactions. One module per kind makes
 * one (embedded.js, wire.js, sqlite.js).
 *
 * @typedef {import('./workload.js').Draws} Draws
 *
 * @typedef {object} Client
 * @property {((draw: Draws) => void) | null} runSync one transaction in one call, where the target has no waiting
 * @property {((draw: Draws) => Promise<void>) | null} run one transaction
 * @property {() => Promise<void>} close
 *
 * @typedef {object} Counters since the target began
 * @property {number} syncs @property {number} logBytes @property {number} [commits]
 *
 * @typedef {object} Target
 * @property {string} label engine and transport
 * @property {string} durability what is really in force
 * @property {string} dir where a sync is worth measuring
 * @property {() => Promise<void>} fill makes the tables and their rows anew
 * @property {(query: string) => Promise<Record<string, any>[]>} rows
 * @property {(count: number) => Promise<Client[]>} connect
 * @property {() => Promise<Counters | null>} counters null: it does not say
 * @property {() => Promise<void>} startProfile
 * @property {(transactions: number) => Promise<ProfileReport | null>} profile
 * @property {() => Promise<void>} close
 *
 * @typedef {ReturnType<import('../../src/profile/profile.js').Profile['report']>} ProfileReport
 */

/** @param {any} stats what `db.stats()` of Seawall gave @returns {Counters} */
export const countersOf = ({ wal }) => ({ syncs: wal.syncs, logBytes: wal.bytes, commits: wal.commits })
