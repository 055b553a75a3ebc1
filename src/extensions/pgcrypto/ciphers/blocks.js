/**
 * Ciphers that Node's OpenSSL may not have, in the modes that are asked of them: whole blocks (ecb, cbc) with padding,
 * and OpenPGP's stream (cfb).
 */

/**
 * A cipher of blocks of eight bytes, which are in `left` and `right` before and after.
 * @typedef {{ left: number, right: number, encrypt: () => void, decrypt: () => void }} BlockCipher
 */

export const BLOCK = 8

/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/**
 * @param {BlockCipher} cipher @param {'ecb' | 'cbc'} mode @param {Uint8Array} start of cbc
 * @param {boolean} padded whether the end is filled up, with how many bytes that took
 * @param {Uint8Array} data
 * @returns {Uint8Array | null} null: it is no whole number of blocks
 */
export function encryptBlocks(cipher, mode, start, padded, data) {
  const fill = padded ? BLOCK - data.length % BLOCK : 0
  if ((data.length + fill) % BLOCK !== 0) return null
  const bytes = new Uint8Array(data.length + fill).fill(fill)
  bytes.set(data)
  const view = viewOf(bytes)
  const from = viewOf(start)
  let [left, right] = mode === 'cbc' ? [from.getInt32(0), from.getInt32(4)] : [0, 0]
  for (let at = 0; at < bytes.length; at += BLOCK) {
    cipher.left = view.getInt32(at) ^ left
    cipher.right = view.getInt32(at + 4) ^ right
    cipher.encrypt()
    view.setInt32(at, cipher.left)
    view.setInt32(at + 4, cipher.right)
    if (mode === 'cbc') [left, right] = [cipher.left, cipher.right]
  }
  return bytes
}

/**
 * @param {BlockCipher} cipher @param {'ecb' | 'cbc'} mode @param {Uint8Array} start @param {boolean} padded
 * @param {Uint8Array} data
 * @returns {Uint8Array | null} null: it is no whole number of blocks, or padded otherwise
 */
export function decryptBlocks(cipher, mode, start, padded, data) {
  if (data.length % BLOCK !== 0) return null
  const bytes = Uint8Array.from(data)
  const view = viewOf(bytes)
  const from = viewOf(start)
  let [left, right] = mode === 'cbc' ? [from.getInt32(0), from.getInt32(4)] : [0, 0]
  for (let at = 0; at < bytes.length; at += BLOCK) {
    const [nextLeft, nextRight] = [view.getInt32(at), view.getInt32(at + 4)]
    cipher.left = nextLeft
    cipher.right = nextRight
    cipher.decrypt()
    view.setInt32(at, cipher.left ^ left)
    view.setInt32(at + 4, cipher.right ^ right)
    if (mode === 'cbc') [left, right] = [nextLeft, nextRight]
  }
  if (!padded) return bytes
  const fill = bytes[bytes.length - 1]
  if (!(fill >= 1 && fill <= BLOCK)) return null
  return bytes.subarray(bytes.length - fill).every((byte) => byte === fill)
    ? bytes.subarray(0, bytes.length - fill) : null
}

/** Cipher feedback, a byte at a time: each block is mixed with what the cipher makes of the encrypted one before. */
export class Feedback {
  #used = BLOCK

  /** @param {BlockCipher} cipher @param {Uint8Array} start eight bytes @param {boolean} encrypts */
  constructor(cipher, start, encrypts) {
    this.cipher = cipher
    this.encrypts = encrypts
    this.last = Uint8Array.from(start)
    this.view = viewOf(this.last)
  }

  /** @param {Uint8Array} data what follows @returns {Uint8Array} */
  update(data) {
    const bytes = new Uint8Array(data.length)
    for (let at = 0; at < data.length; at++) {
      if (this.#used === BLOCK) this.#next()
      const made = data[at] ^ this.last[this.#used]
      bytes[at] = made
      this.last[this.#used++] = this.encrypts ? made : data[at]
    }
    return bytes
  }

  #next() {
    const { cipher, view } = this
    cipher.left = view.getInt32(0)
    cipher.right = view.getInt32(4)
    cipher.encrypt()
    view.setInt32(0, cipher.left)
    view.setInt32(4, cipher.right)
    this.#used = 0
  }
}
