/**
 * JSON that comes in pieces, as JSON.parse of all of it would read it: whoever feeds it has its turns between them. A
 * server sent it, so it is known to be JSON: what it is not, JSON.parse says of some part of it.
 *
 * Containers are looked for, the rest is left to JSON.parse:
 *
 *     [ {…}, {…}, {"a": [1, 2, "…      frames: made, members are added
 *     └ frame            └ open             open: so far text of the frame it is in; becomes a frame where too much of
 *        from ───────────►                        it has come
 *
 * What has been read of the innermost frame stands in `text` from `from` on. Strings and numbers that are longer than a
 * piece are read by readers of their own.
 */
import { LongNumber, LongString } from './json-scalars.js'
import { LongArray, filled } from './long-array.js'
import { setMember } from './members.js'

/** @import { Filling } from './long-array.js' */

/** Characters that are left to JSON.parse at once. */
const PIECE_UNITS = 1 << 14

const BLANK = 32
const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_ARRAY = 91
const BACKSLASH = 92
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** A container that members are added to; the outermost one has the value alone. */
class Frame {
  /** A key whose value is to come, if it is not in the text. @type {string | null} */
  key = null

  /** @param {boolean} isObject @param {string} name under which its container will have it */
  constructor(isObject, name) {
    this.isObject = isObject
    this.name = name
    this.array = new LongArray()
    /** @type {Record<string, unknown>} */
    this.object = {}
  }

  /** @param {unknown} member @param {string} key of an object's */
  add(member, key) {
    if (this.isObject) setMember(this.object, key, member)
    else this.array.push(member)
    this.key = null
  }

  /** @param {string} text members with commas between them */
  addAll(text) {
    const { array, isObject, object } = this
    if (!isObject) {
      for (const member of JSON.parse(`[${text}]`)) array.push(member)
      return
    }
    const members = JSON.parse(`{${text}}`)
    for (const key of Object.keys(members)) setMember(object, key, members[key])
  }

  /** @param {Filling[]} fillings @returns {unknown[] | Record<string, unknown>} all that was added */
  value(fillings) { return this.isObject ? this.object : this.array.end(fillings) }
}

export class JsonReader {
  constructor() {
    this.text = ''
    /** Characters of the text that are read. */
    this.at = 0
    this.from = 0
    /** Behind the last member of the frame that is complete. */
    this.memberEnd = 0
    /** The member at hand is in its frame already. */
    this.isTaken = false
    /** Where a string begins that has not ended. */
    this.stringAt = -1
    /** Its last backslash. */
    this.escapeAt = -1
    /** A long key was read, its colon was not. */
    this.awaitsColon = false
    /** Of containers that are no frames: where they begin, and where the member at hand does. @type {number[]} */
    this.opens = []
    /** @type {number[]} */
    this.members = []
    this.root = new Frame(false, '')
    this.frames = [this.root]
    /** It has come whole. @type {Frame | null} */
    this.outermost = null
    /** @type {Filling[]} */
    this.fillings = []
    /** @type {LongString | LongNumber | null} */
    this.scalar = null
  }

  /** @param {string} piece */
  add(piece) {
    if (this.scalar !== null) {
      piece = this.scalar.add(piece)
      if (!this.scalar.isOver) return
      this.scalarEnds()
    }
    this.text = this.from === 0 ? this.text + piece : this.text.slice(this.from) + piece
    this.shift()
    this.scan()
    if (this.at - this.from > PIECE_UNITS) this.makeFrames()
  }

  /** @returns {Generator<void, void, void>} */
  *finish() {
    if (this.outermost === null) return
    yield
    this.root.add(this.outermost.value(this.fillings), '')
    this.outermost = null
    yield* filled(this.fillings)
  }

  /** @returns {unknown} */
  end() {
    if (this.scalar !== null) {
      this.scalar.end()
      this.scalarEnds()
    }
    if (this.frames.length > 1) throw new SyntaxError('Unexpected end of JSON input')
    if (!this.isTaken) this.root.add(JSON.parse(this.text.slice(this.from)), '')
    for (const steps = this.finish(); !steps.next().done;) { /* at once, where nobody did it before */ }
    return this.root.array.end(this.fillings)[0]
  }

  /** The text was cut before `from`. */
  shift() {
    const { from } = this
    if (from === 0) return
    this.at -= from
    this.memberEnd -= from
    this.stringAt -= from
    this.escapeAt -= from
    for (let at = 0; at < this.opens.length; at++) {
      this.opens[at] -= from
      this.members[at] -= from
    }
    this.from = 0
  }

  get isInString() { return this.stringAt >= this.from }

  scan() {
    const { text, opens, members } = this
    const { length } = text
    let { at } = this
    if (this.isInString) at = this.stringEnd(at)
    while (at < length) {
      const unit = text.charCodeAt(at)
      switch (unit) {
        case QUOTE:
          this.stringAt = at
          at = this.stringEnd(at + 1)
          continue
        case OPEN_ARRAY:
        case OPEN_OBJECT:
          opens.push(at)
          members.push(at + 1)
          break
        case CLOSE_ARRAY:
        case CLOSE_OBJECT:
          if (opens.length > 0) {
            opens.pop()
            members.pop()
          } else this.frameEnds(at)
          break
        case COMMA:
          if (opens.length > 0) members[members.length - 1] = at + 1
          else this.memberEnds(at)
          break
        case COLON:
          if (this.awaitsColon) {
            this.awaitsColon = false
            this.from = this.memberEnd = at + 1
          }
          break
        default:
      }
      at++
    }
    this.at = at
  }

  /** @param {number} at in a string @returns {number} behind it, or the end of what has come or one behind that */
  stringEnd(at) {
    const { text } = this
    const { length } = text
    while (at < length) {
      const unit = text.charCodeAt(at)
      if (unit === BACKSLASH) {
        this.escapeAt = at
        at += 2
      } else if (unit === QUOTE) {
        this.stringAt = -1
        return at + 1
      } else at++
    }
    return at
  }

  get frame() { return this.frames[this.frames.length - 1] }

  /** @param {number} at of a comma of the frame */
  memberEnds(at) {
    const { frame } = this
    if (!this.isTaken && frame.key === null) { this.memberEnd = at; return }
    if (!this.isTaken) frame.add(JSON.parse(this.text.slice(this.from, at)), /** @type {string} */ (frame.key))
    this.isTaken = false
    this.from = this.memberEnd = at + 1
  }

  /** @param {number} at of the frame's bracket */
  frameEnds(at) {
    const { frame, text } = this
    if (frame === this.root) throw new SyntaxError('Unexpected end of a JSON container')
    if (!this.isTaken) {
      const rest = text.slice(this.from, at)
      if (frame.key === null) frame.addAll(rest)
      else frame.add(JSON.parse(rest), frame.key)
    }
    this.frames.pop()
    if (this.frame === this.root) this.outermost = frame
    else this.frame.add(frame.value(this.fillings), frame.name)
    this.isTaken = true
    this.from = this.memberEnd = at + 1
  }

  /** Members that are complete go to their containers. */
  makeFrames() {
    const { opens, members, text } = this
    this.membersEnd(this.memberEnd)
    for (let at = 0; at < opens.length; at++) {
      const start = opens[at]
      const frame = new Frame(text.charCodeAt(start) === OPEN_OBJECT, this.keyBefore(start))
      this.frame.key = null
      this.frames.push(frame)
      this.from = this.memberEnd = start + 1
      this.membersEnd(members[at] - 1)
    }
    opens.length = members.length = 0
    if (this.isTaken) this.from = this.memberEnd = Math.min(this.at, text.length)
    else if (this.isInString && this.at - this.stringAt > PIECE_UNITS) this.stringGoesOn()
    else if (!this.isInString && this.at - this.from > PIECE_UNITS) this.tailGoesOn()
  }

  /** @param {number} end of members of the frame that are complete */
  membersEnd(end) {
    if (end <= this.from) return
    this.frame.addAll(this.text.slice(this.from, end))
    this.from = this.memberEnd = end + 1
  }

  /** @param {number} at of a value @returns {string} '' in an array */
  keyBefore(at) {
    const { frame } = this
    if (!frame.isObject) return ''
    return frame.key ?? Object.keys(JSON.parse(`{${this.text.slice(this.from, at)}0}`))[0]
  }

  stringGoesOn() {
    const { frame, text, stringAt } = this
    const end = Math.min(this.at, text.length)
    const cut = end - this.escapeAt < 6 && this.escapeAt > stringAt ? this.escapeAt : end
    const isKey = frame.isObject && frame.key === null && isBlank(text.slice(this.from, stringAt))
    if (!isKey && frame.isObject) frame.key = this.keyBefore(stringAt)
    this.goesOn(new LongString(isKey, text.slice(stringAt + 1, cut)), text.slice(cut))
  }

  /** What is no string and still longer than a piece: blanks, and digits. */
  tailGoesOn() {
    const tail = this.text.slice(this.from, contentEnd(this.text, this.from))
    const { frame } = this
    const start = numberStart(tail)
    if (tail.length - start < PIECE_UNITS >> 1) {
      this.text = tail // without the blanks at its end
      this.from = this.memberEnd = 0
      this.at = this.text.length
      return
    }
    if (frame.isObject) frame.key = this.keyBefore(this.from + start)
    const digits = new LongNumber()
    digits.add(tail.slice(start))
    this.goesOn(digits, '')
  }

  /** @param {LongString | LongNumber} scalar @param {string} rest that came of it */
  goesOn(scalar, rest) {
    this.scalar = scalar
    this.text = ''
    this.at = this.from = this.memberEnd = 0
    this.stringAt = this.escapeAt = -1
    if (rest !== '') scalar.add(rest)
  }

  scalarEnds() {
    const { frame } = this
    const scalar = /** @type {LongString | LongNumber} */ (this.scalar)
    this.scalar = null
    if (scalar instanceof LongString && scalar.isKey) {
      frame.key = scalar.value()
      this.awaitsColon = true
      return
    }
    frame.add(scalar.value(), frame.key ?? '')
    this.isTaken = true
  }
}

/** @param {string} text */
const isBlank = (text) => contentEnd(text, 0) === 0

/** @param {string} text @param {number} from @returns {number} behind the last character that is no blank */
function contentEnd(text, from) {
  let end = text.length
  while (end > from && text.charCodeAt(end - 1) <= BLANK) end--
  return end
}

/** @param {string} tail that ends with digits @returns {number} where they begin */
function numberStart(tail) {
  let at = tail.length
  while (at > 0 && /[-+.0-9eE]/.test(tail[at - 1])) at--
  return at
}
