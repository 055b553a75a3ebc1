/** What `db.serve()` and `seawall serve` are told. */

/**
 * @typedef {object} ListenOptions
 * @property {number} [port=5432] 0 for any free port
 * @property {string} [host='127.0.0.1']
 * @property {string} [socketDir] also listen on `<dir>/.s.PGSQL.<port>`
 * @property {'trust' | 'scram-sha-256'} [auth='trust']
 * @property {number} [connectionsMax=100]
 * @property {boolean} [dedicated=false] the process has nothing to do but serve: it may wait for the disk while there
 *   is one client, and V8 is told to inline more
 * @property {number} [busyPollUs] microseconds after an answer in which the next message is waited for awake, while
 *   clients answer at once; 0: never. Default 100 in a dedicated process on more than one processor, else 0
 * @property {(line: string) => void} [log]
 */

export {}
