/**
 * What functions may ask of the session they are called in, and of what all sessions share: nothing else of the engine
 * is known here. The engine hands its sessions down in this shape (engine/session/context.js).
 */

/** @import { ControlFile } from '../wal/control-file.js' */
/** @import { SequenceCounters } from '../catalog/sequences.js' */
/** @import { Storage } from '../storage/storage.js' */
/** @import { TransactionManager } from '../txn/manager.js' */
/** @import { TypeEnv } from '../types/type-ops.js' */
/** @import { Random } from '../util/prng.js' */
/** @import { Wal } from '../wal/wal.js' */
/** @import { OpenObjects } from './session/large-objects.js' */

/** Microseconds since 2000-01-01 UTC. @typedef {number | bigint} Micros */
/** @typedef {Generator<Promise<unknown>, void, void>} Work */
/** Where an end of a connection is: a port of -1 is this machine, without a network. @typedef {{ address: string | null,
 *   port: number }} Address
 */
/**
 * How a connection is encrypted, and whose certificate the client showed. @typedef {{ version: string, cipher: string,
 *   bits: number, client: { subject: string, serial: string, issuer: string } | null,
 *   peer: { subject: string, serial: string, issuer: string } | null }} Encryption client: as it is shown, cut short
 */

/**
 * What all sessions of a cluster share.
 * @typedef {object} SharedHost
 * @property {TransactionManager} txns @property {Wal} wal @property {Storage} storage
 * @property {SequenceCounters} sequences
 * @property {Set<SessionHost>} sessions
 * @property {{ nowMicros: () => Micros }} clock
 * @property {ControlFile} control
 * @property {{ name: string, list: (dir: string) => string[] }} vfs where files are: `name` is the data directory
 * @property {{ serverFiles?: boolean }} options
 * @property {any} statistics of pages, checkpoints and the log (engine/cluster/server-statistics.js)
 * @property {Micros} settingsReadAt
 * @property {() => FileSetting[]} fileSettings lines of the server's settings file
 * @property {(line: string) => void} log
 * @property {{ ruleRows: () => any[][], mappingRows: () => any[][] }} access who may connect, as the files say
 * @property {boolean} unwrittenCommits set: the log is handed to the operating system before the next answer
 * @property {(name: string) => DatabaseHost} database @throws {DbError} 3D000
 */
/**
 * @typedef {{ file: string, line: number, name: string | null, value: string | null, applied: boolean,
 *   error: string | null }} FileSetting
 */

/** @typedef {{ calls: number, totalMicros: number, selfMicros: number }} CallCounts */
/** @typedef {{ serial: number, own: { functions: Map<number, CallCounts> } }} CallClockHost own: of that transaction */

/**
 * @typedef {object} DatabaseHost
 * @property {number} oid @property {string} name
 * @property {{ functions: Map<number, CallCounts> }} calls of functions, as track_functions counts them
 * @property {any} storage its files and counters @property {any} catalog @property {any} channels who listens to what
 */

/**
 * @typedef {object} BlockHost the transaction block
 * @property {any} txn the transaction of now; null: none
 * @property {boolean} readOnly @property {boolean} started @property {number} savepointSerial
 * @property {{ length: number }} savepoints
 */

/**
 * @typedef {object} DdlEventsHost
 * @property {{ object: ObjectAddress | null, tag: string, type: string, schema: string | null, identity: string | null,
 *   inExtension: boolean }[]} commands
 * @property {boolean} inDrop a sql_drop trigger runs
 * @property {import('../catalog/ddl/context.js').DroppedObject[]} dropped
 * @property {{ oid: number, reason: number } | null} rewrite
 */
/** @typedef {import('../catalog/object-classes.js').ObjectAddress} ObjectAddress */

/**
 * @typedef {object} SessionHost
 * @property {SharedHost} shared
 * @property {DatabaseHost} database
 * @property {BlockHost} block
 * @property {number} pid @property {number} backendPid the same
 * @property {DdlEventsHost | null} ddlEvents what event triggers may ask of the command under way
 * @property {string} user @property {string} sessionUser @property {number} roleOid
 * @property {() => import('../catalog/snapshot.js').CatalogSnapshot} catalog
 * @property {{ authenticatedOid: number, sessionOid: number, view: () => import('../catalog/roles.js').RoleView,
 *   existingNameOf: (oid: number) => string }} identity
 * @property {any} settings
 * @property {TypeEnv} env @property {TypeEnv} clientEnv for text that leaves in the client's encoding as it is
 * @property {{ forget: () => void, searchPath: () => import('../catalog/snapshot.js').SearchPath }} names
 * @property {Random} random @property {{ double(): number } | null} seeded what setseed() began
 * @property {() => Micros} clock @property {() => void} settleStart
 * @property {Micros} transactionStart @property {Micros} statementStart 0: the transaction's
 * @property {Micros} backendStart
 * @property {Address} client @property {Address} server
 * @property {Encryption | null} encryption of the client's connection
 * @property {{ triggerDepth: number, clock: CallClockHost | null }} procedures
 * @property {string} query the statement under way, or the last one
 * @property {boolean} running @property {any} wait the lock it waits for
 * @property {boolean} synchronous nothing may be waited for @property {boolean} isBackground the engine's own
 * @property {boolean} isClients of a connection, which has proved who it is
 * @property {boolean} waitsForSync synchronous_commit
 * @property {() => number} statusByte as ReadyForQuery says it
 * @property {Set<string>} listening channels
 * @property {Map<number, any>} sequences it has touched @property {any} lastSequence
 * @property {OpenObjects | null} largeObjects
 * @property {Map<string, any>} prepared @property {Map<string, { fromSql: boolean, preparedAt: Micros }>} preparedFacts
 * @property {Iterable<[string, any]>} portals
 * @property {any} progress how far its long command has come
 * @property {(notice: { severity: string, code: string, message: string, [field: string]: unknown }) => void} notice
 * @property {() => void} checkInterrupts raises 57014 when its statement is cancelled
 * @property {(channel: string, payload: string) => void} notifyChannel
 * @property {(name: string, text: string | null, local: boolean) => void} changeSetting
 * @property {() => void} reloadSettings
 * @property {(tableOid: number, condition: string) => void} dumpExtensionTable of the extension whose script runs
 * @property {(word: string, names: (string | null)[], args: (string | null)[]) => any} objectOfParts
 * @property {(milliseconds: number) => Work} sleep @property {(wait: any) => Work} waitForLock
 * @property {(impl: object, args: unknown[]) => Generator<Promise<unknown>, unknown, void>} longCall where
 *   it holds up nobody
 * @property {() => void} cancel @property {() => Promise<void>} terminateSoon
 */

export {}
