/**
 * A log in memory with the interface of src/wal that storage uses, and transactions small enough to be read in one
 * glance.
 */
export class FakeLog {
  constructor() {
    this.buffer = new Uint8Array(1 << 20)
    this.view = new DataView(this.buffer.buffer)
    this.position = 100
    this.durableLsn = 100
    this.pagesAfterLsn = 0
    this.spending = false
    this.syncs = 0
    /**
     * @type
     *   {{lsn: number, endLsn: number, kind: number, xid: number, prevLsn: number, view: DataView, bytes: Uint8Array,
     *   at:
     *   number, end: number}[]}
     */
    this.records = []
  }

  /** @param {number} bytesMax */
  reserve(bytesMax) {
    return bytesMax > 0 ? 64 : 0
  }

  /** @param {number} kind @param {number} xid @param {number} prevLsn @param {number} end */
  seal(kind, xid, prevLsn, end) {
    const lsn = this.position
    const bytes = this.buffer.slice(56, end)
    this.position += bytes.length + 24
    this.records.push({
      lsn, endLsn: this.position, kind, xid, prevLsn, bytes, view: new DataView(bytes.buffer), at: 8, end: bytes.length,
    })
    return lsn
  }

  /** @param {number} lsn */
  syncSync(lsn) {
    if (lsn > this.position) throw new Error('a log is not synced beyond its end')
    this.syncs++
    this.durableLsn = this.position
  }

  /** @param {number} lsn */
  async durable(lsn) {
    const upTo = this.position
    await new Promise((resolve) => setImmediate(resolve))
    if (lsn > upTo) throw new Error('a log is not synced beyond its end')
    this.syncs++
    this.durableLsn = Math.max(this.durableLsn, upTo)
  }

  /**
   * The log a crash leaves: all that is durable and some of the rest.
   * @param {number} extra records beyond
   * @returns {FakeLog}
   */
  survivor(extra) {
    const after = new FakeLog()
    const durable = this.records.filter((record) => record.endLsn <= this.durableLsn).length
    after.records = this.records.slice(0, durable + extra)
    const last = after.records.at(-1)
    after.position = after.durableLsn = last === undefined ? 100 : last.endLsn
    return after
  }
}

let nextXid = 1

export class FakeTxn {
  constructor() {
    this.xid = 0
    this.lastLsn = 0
    /** @type {[string, number, number][]} */
    this.notes = []
  }

  assignXid() {
    if (this.xid === 0) this.xid = nextXid++
    return this.xid
  }

  /** @param {number} fileId @param {number} prevLsn */
  noteFileCreated(fileId, prevLsn) {
    this.notes.push(['create', fileId, prevLsn])
  }

  /** @param {number} fileId @param {number} prevLsn */
  noteFileDropped(fileId, prevLsn) {
    this.notes.push(['drop', fileId, prevLsn])
  }
}
