/**
 * Slows down who guesses passwords. Each failed attempt of an address is a debt of time, which passes with it; while
 * it owes more than a few failures' worth, what it tries next waits for the rest before it is looked at, the right
 * password too: who could tell by waiting longer that it was wrong would not be slowed at all. Other addresses do not
 * notice.
 */

/** What one failure costs. */
const COST_MS = 1000
/** So much may be owed without waiting: people mistype. */
const FREE_MS = 5000
/** Nobody waits longer. */
const WAIT_MS_MAX = 15000
/** More addresses are not remembered: the oldest go. */
const ADDRESSES_MAX = 10000

export class Attempts {
  /** @param {() => number} nowMs */
  constructor(nowMs) {
    this.nowMs = nowMs
    /** When the debt is gone. @type {Map<string, number>} */
    this.paidAt = new Map()
  }

  /** @param {string} address @returns {number} milliseconds to wait */
  waitMs(address) {
    const owed = (this.paidAt.get(placeOf(address)) ?? 0) - this.nowMs()
    return Math.min(WAIT_MS_MAX, Math.max(0, owed - FREE_MS))
  }

  /** @param {string} address */
  failed(address) {
    const place = placeOf(address)
    const now = this.nowMs()
    const paidAt = Math.min(now + FREE_MS + WAIT_MS_MAX, Math.max(now, this.paidAt.get(place) ?? 0) + COST_MS)
    this.paidAt.delete(place)
    this.paidAt.set(place, paidAt)
    for (const [known, at] of this.paidAt) {
      if (at > now && this.paidAt.size <= ADDRESSES_MAX) break
      this.paidAt.delete(known)
    }
  }
}

/** Of IPv6 the network, of which one client has all addresses. @param {string} address */
function placeOf(address) {
  if (!address.includes(':')) return address
  const [head, tail] = address.split('%')[0].split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array(Math.max(0, 8 - left.length - right.length)).fill('0')
  const all = tail === undefined ? left : [...left, ...zeros, ...right]
  return all.slice(0, 4).join(':')
}
