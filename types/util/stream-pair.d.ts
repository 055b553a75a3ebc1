/**
 * @template {StreamEnd} A @template {StreamEnd} B @param {A} a @param {B} b
 * @returns {[A, B]} two ends that are one connection from here on
 */
export function joined<A extends StreamEnd, B extends StreamEnd>(a: A, b: B): [A, B];
export class StreamEnd extends Duplex {
    constructor();
    /** @type {StreamEnd | null} */
    peer: StreamEnd | null;
    /** Goes on with the writing of the peer, which waits for this end to be read. @type {(() => void) | null} */
    resumePeer: (() => void) | null;
    /** As sockets say it. */
    connecting: boolean;
    /** @type {string | undefined} */
    remoteAddress: string | undefined;
    /** @override */
    override _read(): void;
    /** @override @param {Buffer} chunk @param {string} _encoding @param {(error?: Error | null) => void} done */
    override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void;
    /** @override @param {{ chunk: Buffer }[]} chunks @param {(error?: Error | null) => void} done */
    override _writev(chunks: {
        chunk: Buffer;
    }[], done: (error?: Error | null) => void): void;
    /** What has been written still goes. */
    destroySoon(): void;
    connect(): this;
    get readyState(): "open" | "closed" | "opening" | "readOnly" | "writeOnly";
    setNoDelay(): this;
    setKeepAlive(): this;
    setTimeout(): this;
    ref(): this;
    unref(): this;
    #private;
}
import { Duplex } from 'node:stream';
