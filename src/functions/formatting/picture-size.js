/**
 * What reading a picture, and writing by it, may take: beyond a hundred thousand letters it is refused like a value
 * that is too large (FunctionImpl.size).
 */

const LETTER_BYTES = 256

/** @param {any} value @param {string} picture @returns {number} bytes, and more than it will be */
export const pictureSize = (value, picture) => picture.length * LETTER_BYTES
