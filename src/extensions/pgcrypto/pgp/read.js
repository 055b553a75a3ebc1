/** Messages read (RFC 4880, 5): a session key, encrypted data, in it perhaps compressed data, in it the text. */
import { createHash } from 'node:crypto'
import { cipherOf, pieces, stream, streamed } from './algorithms.js'
import { NO_COMPRESSION, ZLIB, decompressed } from './compression.js'
import { corruptData, pgpError, wrongKey } from '../../../errors/pgcrypto.js'
import { ELGAMAL, isAnyKey, isRsa, keyIdOf } from './keys.js'
import { bytesOfBig, elgamalDecrypted, readBig, rsaDecrypted } from './numbers.js'
import {
  CHECKSUM, COMPRESSED, ENCRYPTED, ENCRYPTED_CHECKED, LITERAL, MARKER, PUBLIC_SESSION_KEY, Reader,
  SECRET_SESSION_KEY, packets,
} from './packets.js'
import { bytesOfCode, keyOfPassword, readKeyMaker } from './password-keys.js'
import { joinedBytes } from '../../../util/joined-bytes.js'

/** @import { BlockNumber } from '../../../util/identifiers.js' */
/** @import { Key } from './keys.js' */

const MARK = 20
/** A checksum's packet begins so. */
const CHECKSUM_HEAD = Uint8Array.of(0xc0 | CHECKSUM, MARK)

/** What is learnt of a message besides its text, by the names that notices have. */
const unknown = () => ({
  cipher_algo: 7, s2k_mode: 3, s2k_count: 1024, s2k_digest_algo: 2, use_sess_key: 0, s2k_cipher_algo: 7, disable_mdc: 0,
  compress_algo: 0, unicode_mode: 0,
})

/** One message under way. */
export class MessageReader {
  /**
   * @param {Uint8Array | null} password @param {Key | null} key one of both
   * @param {{ isText: boolean, convertLines: boolean }} want
   * @param {(message: string) => void} debug
   */
  constructor(password, key, want, debug) {
    this.password = password
    this.key = key
    this.want = want
    this.debug = debug
    this.found = unknown()
    /** @type {Uint8Array} */
    this.sessionKey = new Uint8Array(0)
    this.isPrefixWrong = false
    this.isBinary = false
    this.isUnsupported = false
    /** @type {Uint8Array[]} */
    this.parts = []
  }

  /** @param {Uint8Array} bytes @returns {Generator<void, Uint8Array, void>} @throws {DbError} 39000 */
  * read(bytes) {
    let [hasKey, hasData] = [false, false]
    for (const { tag, body } of packets(bytes)) {
      if (tag === PUBLIC_SESSION_KEY) {
        yield* this.#publicSessionKey(new Reader(body))
        hasKey = true
      } else if (tag === SECRET_SESSION_KEY) {
        if (hasKey) this.debug('pgp_decrypt: using first of several keys')
        else yield* this.#secretSessionKey(new Reader(body))
        hasKey = true
      } else if (tag === ENCRYPTED || tag === ENCRYPTED_CHECKED) {
        if (!hasKey) throw this.#corrupt('pgp_decrypt: have data but no key')
        if (hasData) throw this.#corrupt('pgp_decrypt: got second data packet')
        hasData = true
        yield* tag === ENCRYPTED ? this.#encrypted(body) : this.#encryptedChecked(body)
      } else if (tag !== MARKER) {
        throw this.#corrupt(`pgp_decrypt: unknown tag: 0x${tag.toString(16).padStart(2, '0')}`)
      }
    }
    if (!hasData || this.isPrefixWrong) throw corruptData()
    if (this.isUnsupported) throw pgpError('Unsupported compression algorithm')
    if (this.isBinary) throw pgpError('Not text data')
    return this.parts.length === 1 ? this.parts[0] : joinedBytes(this.parts)
  }

  /** @param {string} message for those who debug */
  #corrupt(message) {
    this.debug(message)
    return corruptData()
  }

  /** @param {Reader} reader */
  * #secretSessionKey(reader) {
    if (reader.byte() !== 4 || this.password === null) throw corruptData()
    const { found } = this
    found.s2k_cipher_algo = reader.byte()
    const maker = readKeyMaker(reader)
    found.s2k_mode = maker.mode
    found.s2k_digest_algo = maker.digest
    found.s2k_count = bytesOfCode(maker.count)
    const cipher = cipherOf(found.s2k_cipher_algo)
    const key = yield* keyOfPassword(maker, this.password, cipher.key)
    const kept = reader.rest()
    if (kept.length === 0) {
      found.cipher_algo = found.s2k_cipher_algo
      this.sessionKey = key
      return
    }
    found.use_sess_key = 1
    const plain = stream(cipher, key, null, false).update(kept)
    this.#takeSessionKey(plain[0], plain.subarray(1), corruptData)
  }

  /** @param {number} id of a cipher @param {Uint8Array} key @param {() => Error} wrong */
  #takeSessionKey(id, key, wrong) {
    this.found.cipher_algo = id
    let expected = 0
    try {
      expected = cipherOf(id).key
    } catch { /* its key's length is none */ }
    if (key.length !== expected) {
      this.debug(`sesskey bad len: algo=${id}, expected=${expected}, got=${key.length}`)
      throw wrong()
    }
    this.sessionKey = key
  }

  /** @param {Reader} reader */
  * #publicSessionKey(reader) {
    const { key } = this
    if (reader.byte() !== 3) throw this.#corrupt('unknown pubenc_sesskey pkt ver')
    if (key === null) throw pgpError('pgcrypto bug')
    const id = reader.take(8)
    if (!isAnyKey(id) && keyIdOf(id) !== key.id) {
      this.debug('key_id\'s does not match')
      throw wrongKey()
    }
    const algorithm = reader.byte()
    if (algorithm !== ELGAMAL && !isRsa(algorithm)) throw pgpError('Unknown public-key encryption algorithm')
    if (isRsa(algorithm) !== isRsa(key.algorithm)) throw wrongKey()
    const { numbers } = key
    const [first, second] = [readBig(reader), algorithm === ELGAMAL ? readBig(reader) : 0n]
    const padded = bytesOfBig(algorithm === ELGAMAL
      ? yield* elgamalDecrypted(first, second, numbers.p, numbers['secret x'])
      : yield* rsaDecrypted(first, {
        n: numbers.n, d: numbers['secret d'], p: numbers['secret p'], q: numbers['secret q'], u: numbers['secret u'],
      }))
    const message = this.#unpadded(padded)
    this.#takeSessionKey(message[0], message.subarray(1, -2), wrongKey)
  }

  /** PKCS #1's padding, and the sum at the end. @param {Uint8Array} bytes */
  #unpadded(bytes) {
    const zero = bytes.indexOf(0)
    if (bytes[0] !== 2 || zero < 9) {
      this.debug('check_eme_pkcs1_v15 failed')
      throw wrongKey()
    }
    const message = bytes.subarray(zero + 1)
    const [key, sum] = [message.subarray(1, -2), message.subarray(-2)]
    const total = key.reduce((value, byte) => (value + byte) & 0xffff, 0)
    if (message.length < 3 || total !== sum[0] * 256 + sum[1]) {
      this.debug('pubenc cksum failed')
      throw wrongKey()
    }
    return message
  }

  /** Data without a digest. @param {Uint8Array} body */
  * #encrypted(body) {
    this.found.disable_mdc = 1
    const cipher = cipherOf(this.found.cipher_algo)
    const head = cipher.block + 2
    if (body.length < head) throw this.#corrupt('prefix_init: short read')
    this.#lookAtPrefix(stream(cipher, this.sessionKey, null, false).update(body.subarray(0, head)), cipher.block)
    // The stream begins anew behind the prefix, from its last bytes as they are encrypted.
    const rest = stream(cipher, this.sessionKey, body.subarray(2, head), false)
    yield* this.#inside(yield* streamed(rest, body.subarray(head)), true, false)
  }

  /** Data with a digest of all that is before. @param {Uint8Array} body */
  * #encryptedChecked(body) {
    const reader = new Reader(body)
    if (reader.byte() !== 1) throw this.#corrupt('parse_symenc_mdc_data: pkt ver != 1')
    const cipher = cipherOf(this.found.cipher_algo)
    const head = cipher.block + 2
    const plain = yield* streamed(stream(cipher, this.sessionKey, null, false), reader.rest())
    if (plain.length < head) throw this.#corrupt('prefix_init: short read')
    this.#lookAtPrefix(plain, cipher.block)
    const end = plain.length - MARK
    if (end - CHECKSUM_HEAD.length < head) throw this.#corrupt('mdc_read: unexpected eof')
    const digest = createHash('sha1')
    for (const piece of pieces(plain.subarray(0, end))) {
      digest.update(piece)
      yield
    }
    if (!digest.digest().equals(plain.subarray(end))) throw this.#corrupt('mdcbuf_finish: MDC does not match')
    const mark = end - CHECKSUM_HEAD.length
    if (plain[mark] !== CHECKSUM_HEAD[0] || plain[mark + 1] !== MARK) {
      throw this.#corrupt('process_data_packets: got no mdc')
    }
    yield* this.#inside(plain.subarray(head, mark), true, true)
  }

  /** Chance, of which the last two bytes come again. @param {Uint8Array} bytes @param {BlockNumber} block */
  #lookAtPrefix(bytes, block) {
    if (bytes[block - 2] === bytes[block] && bytes[block - 1] === bytes[block + 1]) return
    // Whether a key is right is told at the end, whatever else is wrong.
    this.debug('prefix_init: corrupt prefix')
    this.isPrefixWrong = true
  }

  /**
   * @param {Uint8Array} bytes @param {boolean} mayBeCompressed @param {boolean} isChecked
   * @returns {Generator<void, void, void>}
   */
  * #inside(bytes, mayBeCompressed, isChecked) {
    let hasData = false
    for (const { tag, body } of packets(bytes)) {
      if (tag === LITERAL) {
        this.#literal(new Reader(body))
      } else if (tag === COMPRESSED) {
        if (!mayBeCompressed) throw this.#corrupt('process_data_packets: unexpected compression')
        if (hasData) throw this.#corrupt('process_data_packets: only one cmpr pkt allowed')
        yield* this.#compressed(new Reader(body))
      } else {
        throw this.#corrupt(tag === CHECKSUM && !isChecked ? 'process_data_packets: unexpected MDC'
          : `process_data_packets: unexpected pkt tag=${tag}`)
      }
      hasData = true
      yield
    }
    if (!hasData) throw this.#corrupt('process_data_packets: no data')
  }

  /** @param {Reader} reader */
  * #compressed(reader) {
    const algorithm = this.found.compress_algo = reader.byte()
    if (algorithm === NO_COMPRESSION) {
      yield* this.#inside(reader.rest(), false, false)
    } else if (algorithm <= ZLIB) {
      yield* this.#inside(decompressed(algorithm, reader.rest()), false, false)
    } else if (algorithm === 3) {
      this.debug('parse_compressed_data: bzip2 unsupported')
      this.isUnsupported = true
    } else {
      throw this.#corrupt('parse_compressed_data: unknown compr type')
    }
  }

  /** @param {Reader} reader */
  #literal(reader) {
    const kind = String.fromCharCode(reader.byte())
    reader.take(reader.byte())
    reader.take(4)
    if (!'btu'.includes(kind)) throw this.#corrupt(`parse_literal_data: data type=${kind}`)
    this.found.unicode_mode = kind === 'u' ? 1 : 0
    if (this.want.isText && kind === 'b') {
      this.debug('parse_literal_data: data type=b')
      this.isBinary = true
    }
    const data = reader.rest()
    this.parts.push(this.want.isText && this.want.convertLines ? withoutReturns(data) : data)
  }
}

/** Lines end as they do here. @param {Uint8Array} data */
function withoutReturns(data) {
  const bytes = new Uint8Array(data.length)
  let length = 0
  for (let at = 0; at < data.length; at++) {
    if (data[at] !== 13 || data[at + 1] !== 10) bytes[length++] = data[at]
  }
  return bytes.subarray(0, length)
}
