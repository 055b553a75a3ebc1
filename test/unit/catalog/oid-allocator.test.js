import assert from 'node:assert/strict'
import { describe, expect, it } from 'vitest'
import { OidAllocator } from '../../../src/catalog/store/oid-allocator.js'
import { RECORD_KINDS } from '../../../src/wal/record-kinds.js'
import { DbError } from '../../../src/errors/db-error.js'

/** A log in one record's place, which has room or has none. */
class TinyLog {
  view = new DataView(new ArrayBuffer(8))
  hasRoom = true

  reserve() {
    if (!this.hasRoom) throw new DbError('53100', 'no room')
    return 0
  }

  seal() {
    return 1
  }

  /** What a recovery would count on from. */
  get bounds() {
    return [this.view.getUint32(0, true), this.view.getUint32(4, true)]
  }
}

describe('numbers for objects and files', () => {
  it('gives out none that the log does not know of, refused or not', () => {
    const log = new TinyLog()
    const oids = new OidAllocator(log)
    for (const hasRoom of [false, true, false, true]) { // a range each
      log.hasRoom = hasRoom
      for (let count = hasRoom ? 8192 : 3; count > 0; count--) {
        for (const [place, take] of [() => oids.next(), () => oids.nextFileId()].entries()) {
          let number = 0
          try {
            number = take()
          } catch (error) {
            expect(error).toMatchObject({ code: '53100' })
            expect(hasRoom).toBe(false)
          }
          if (number > 0) assert.ok(number < log.bounds[place], `${number} is given out, the log says ${log.bounds}`)
        }
      }
    }
  })

  it('counts on from the logged bounds', () => {
    const log = new TinyLog()
    const before = new OidAllocator(log)
    const given = new Set([before.nextFileId(), before.nextFileId()])
    const after = new OidAllocator(log)
    after.redoTable()[RECORD_KINDS.OID_RANGE]({ view: log.view, at: 0 })
    expect(given).not.toContain(after.nextFileId())
  })
})
