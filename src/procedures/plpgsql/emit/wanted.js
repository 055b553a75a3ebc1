/** What expressions of statements are converted to. */

export const BOOLEAN = Object.freeze({ type: 16, typmod: -1 })
export const INTEGER = Object.freeze({ type: 23, typmod: -1 })
export const TEXT = Object.freeze({ type: 25, typmod: -1 })
