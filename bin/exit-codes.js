/** What the process tells the shell. */

export const EXIT = Object.freeze({ ok: 0, failed: 1, inUse: 4, format: 5, corrupt: 6, usage: 64 })

/** By the SQLSTATE of what stopped the command. @param {string | undefined} code @returns {number} */
export function exitCodeOf(code) {
  switch (code) {
    case '55006': return EXIT.inUse
    case '22023': case '58P01': return EXIT.format
    case 'XX001': case 'XX002': return EXIT.corrupt
    default: return EXIT.failed
  }
}
