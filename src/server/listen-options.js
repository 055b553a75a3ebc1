/** What `db.serve()` and `seawall serve` are told. */

/**
 * @typedef {object} ListenOptions
 * @property {number} [port=5432] 0 for any free port
 * @property {string} [host='127.0.0.1']
 * @property {string} [socketDir] also listen on `<dir>/.s.PGSQL.<port>`; made for this user alone where it is absent
 * @property {'trust' | 'scram-sha-256' | 'md5' | 'password'} [auth='trust'] how clients prove who they are where the
 *   data directory has no pg_hba.conf: `trust` lets in who comes by loopback or the socket
 * @property {{ cert: string, key: string, ca?: string, crl?: string }} [tls] TLS with this certificate and key, and
 *   whose word is taken for clients' certificates: paths, or PEM. Default: the settings ssl, ssl_cert_file …
 * @property {number} [connectionsMax] default: the setting max_connections (100)
 * @property {boolean} [dedicated=false] the process has nothing to do but serve: it may wait for the disk while there
 *   is one client, V8 is told to inline more, and to optimize late while statements are new and soon once they
 *   repeat
 * @property {number} [busyPollUs] microseconds after an answer in which the next message is waited for awake, while
 *   clients answer at once; 0: never. Default 100 in a dedicated process on more than one processor, else 0
 * @property {(line: string) => void} [log]
 */

export {}
