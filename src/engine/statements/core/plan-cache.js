/**
 * Statements by their text, planned and compiled once for all sessions of a database, in two ways:
 *
 *   lookUp   by the exact text
 *   find     for the simple protocol: by the exact text or, when that is new, by its shape (parser/literals.js). A shape says which of its literals are
 *            lifted: they become parameters of one shared plan. The other literals' texts belong to the key. `values`
 *            then holds the lifted
 *            literals of this text, in order.
 *
 * Least recently used out first, in two generations: a text found in the old one moves to the young one; when the young
 * one is full it becomes the old one. A hit by text costs one Map lookup, a hit by shape a reading of the text and one
 * or two.
 */
import { DbError } from '../../../errors/db-error.js'
import { builtins } from '../../../catalog/store/builtins.js'
import { parse } from '../../../parser/parser.js'
import { liftConstants } from '../../../parser/lift.js'
import { readList, scanShape, shape } from '../../../parser/literals.js'
import { Folded } from './folded-statement.js'
import { Prepared } from './prepared.js'
import { readLiteral } from './lifted.js'
import { hasSeveral, splitSteps, splitStatements } from '../../../parser/split.js'
import { foldList } from '../../../parser/in-list.js'
import { foldRows } from '../../../parser/row-list.js'
import { literalsOf, parseList, parseRow } from './folded.js'

/** @import { CommonStatements } from './common-statements.js' */
/** @import { Trail } from './trail.js' */
/** @import { Mark } from '../../../parser/lift.js' */
/** @import { Cells, RowList } from '../../../parser/row-list.js' */
/** @import { Datum } from '../../../types/datum.js' */

/** Two rows of VALUES, or something that looks like it. */
const MANY_ROWS = /^[ \t\n\f\r]*insert[ \t\n\f\r][^]*?\)[ \t\n\f\r]*,[ \t\n\f\r]*\(/i

/**
 * A statement of a text with several: where it starts there, and as `find` found it. isSpent: its values were changed.
 * @typedef {{ text: string, start: number, prepared: Prepared, values: Datum[] | null, isSpent?: boolean }} Piece
 */

/** So many parameters as there may be make no longer text. */
const FOLDED_TEXT_MAX = 1 << 20
/** IN with several literals. */
const LONG_LIST = /\bin[ \t\n\f\r]*\([^()]*,[^()]*,/i

/** What is known of a shape. */
export class Shape {
  /** @param {Mark[]} marks of the lifted literals, in order; empty: nothing is lifted */
  constructor(marks) {
    this.marks = marks
    /** Literals that are not lifted, by number. @type {number[]} */
    this.kept = []
    /** The one statement, when every literal is lifted. @type {Prepared[] | null} */
    this.only = null
    /** By the texts of the kept literals. @type {Generations<Prepared[]> | null} */
    this.variants = null
  }

  /**
   * The same with other statements; a variant without one is left out.
   * @param {(statements: Prepared[] | undefined) => Prepared[] | undefined} of @returns {Shape | undefined}
   */
  mapped(of) {
    const made = new Shape(this.marks)
    made.kept = this.kept
    if (this.marks.length === 0) return made
    if (this.variants === null) {
      made.only = of(this.only ?? undefined) ?? null
      return made.only === null ? undefined : made
    }
    made.variants = new Generations(2 * this.variants.generationMax)
    for (const [key, statements] of [...this.variants.old, ...this.variants.young]) {
      const own = of(statements)
      if (own !== undefined) made.variants.set(key, own)
    }
    return made
  }
}

/** @template T A map that forgets what was not used lately. */
class Generations {
  /** @param {number} entriesMax */
  constructor(entriesMax) {
    this.generationMax = Math.max(1, entriesMax >> 1)
    /** @type {Map<string, T>} */
    this.young = new Map()
    /** @type {Map<string, T>} */
    this.old = new Map()
  }

  /** @param {string} key @returns {T | undefined} */
  get(key) {
    const found = this.young.get(key)
    if (found !== undefined) return found
    const older = this.old.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  /** @param {string} key @param {T} value */
  set(key, value) {
    if (this.young.size >= this.generationMax) {
      this.old = this.young
      this.young = new Map()
    }
    this.young.set(key, value)
  }

  clear() {
    this.young.clear()
    this.old.clear()
  }
}

/**
 * Of all databases of the process: texts that had to be parsed; the same, each as often as the work behind it counts
 * in statements that read.
 */
export const parsed = { texts: 0, work: 0 }
/** What changes the catalog takes three times what a new SELECT does, in code that repeats more. */
const UTILITY_WORK = 3

/** @param {Prepared[]} statements a text that was parsed */
function noteParsed(statements) {
  parsed.texts++
  parsed.work += statements.length > 0 && !statements[0].isPlanned ? UTILITY_WORK : 1
}

export class PlanCache {
  /**
   * @param {{ entriesMax?: number, textMax?: number, lifting?: boolean }} [limits] textMax: longer texts are not kept
   * @param {CommonStatements | null} [common] what databases of the same origin have met
   */
  constructor({ entriesMax = 2000, textMax = 20_000, lifting = true } = {}, common = null) {
    this.common = common
    this.entriesMax = entriesMax
    this.textMax = textMax
    /** Whether shapes are used at all: the same answers either way. */
    this.lifting = lifting
    /** @type {Generations<Prepared[]>} */
    this.texts = new Generations(entriesMax)
    /** @type {Generations<Shape>} */
    this.shapes = new Generations(entriesMax)
    /** Types that literals in many rows had so far, by the folded text. @type {Generations<number[]>} */
    this.rowTypes = new Generations(entriesMax)
    /** Statements of functions' bodies, by function, version and place. @type {Generations<Prepared>} */
    this.bodies = new Generations(entriesMax)
    /**
     * After find(): the lifted literals' values (strings for strings), null when none were. Taken by the caller.
     * @type {unknown[] | null}
     */
    this.values = null
    this.hits = 0
    this.misses = 0
    /** After find(): the shape that led to what was found, if one did. @type {Shape | null} */
    this.shapeFound = null
    /** Shapes that lift less than they did: what was found before may be found again. */
    this.refined = 0
    /** How often everything was forgotten. */
    this.life = 0
  }

  /** @param {string} key of `texts` @returns {Prepared[] | undefined} */
  known(key) {
    const found = this.texts.get(key)
    if (found !== undefined || this.common === null) return found
    const others = this.common.text(key)
    if (others !== undefined) this.texts.set(key, others)
    return others
  }

  /** @param {string} key @returns {Shape | undefined} */
  knownShape(key) {
    const found = this.shapes.get(key)
    if (found !== undefined || this.common === null) return found
    const others = this.common.shape(key)
    if (others !== undefined) this.shapes.set(key, others)
    return others
  }

  /** Hands over what holds for databases of the same origin. */
  share() {
    const { common } = this
    if (common === null) return
    for (const [key, statements] of [...this.texts.old, ...this.texts.young]) common.addText(key, statements)
    for (const [key, known] of [...this.shapes.old, ...this.shapes.young]) common.addShape(key, known)
  }

  /** @param {string} text @returns {Prepared[]} one per statement @throws {DbError} 42601 */
  lookUp(text) {
    this.values = null
    let found = this.known(text)
    if (found !== undefined) { this.hits++; return found }
    const folded = this.lifting ? this.folded(text) : null
    if (folded !== null) found = [folded]
    else {
      this.misses++
      found = parse(text).map((parsed) => new Prepared(parsed, text, []))
      noteParsed(found)
    }
    if (text.length <= this.textMax) this.texts.set(text, found)
    return found
  }

  /**
   * The statements of a text that has several, each found by itself. @param {string} text
   * @returns {Piece[] | null} null: it is one, or known as a whole, or only the whole says what is wrong with it
   */
  findPieces(text) {
    if (!this.mayHavePieces(text)) return null
    const places = splitStatements(text)
    if (places === null) return null
    /** @type {Piece[]} */
    const pieces = []
    for (let at = 0; at < places.length; at += 2) {
      const piece = this.pieceAt(text, places, at)
      if (piece === null) return null
      if (piece !== undefined) pieces.push(piece)
    }
    return pieces
  }

  /**
   * The statement of a text that has one.
   * @param {string} text
   * @param {Trail} trail of its session
   * @returns {Piece | null} null: it may have several, or none
   * @throws {DbError} 42601
   */
  single(text, trail) {
    const guessed = trail.guess(text, this)
    if (guessed !== null) {
      this.hits++
      return { text, start: 0, prepared: guessed, values: trail.values, isSpent: false }
    }
    if (this.mayHavePieces(text)) { trail.lost(); return null }
    const { misses } = this
    const found = this.find(text)
    if (found.length !== 1) { trail.lost(); return null }
    // What many rows were folded to has a reading of its own; what is new may not come again.
    if (this.misses !== misses || found[0].rowWidth > 0) trail.lost()
    else trail.came(text, found[0], this)
    return { text, start: 0, prepared: found[0], values: this.values, isSpent: false }
  }

  /**
   * Where the statements of a long text are, in steps.
   * @param {string} text
   * @returns {import('../../../util/effort.js').Steps<number[] | null>} as splitStatements
   */
  *placeSteps(text) {
    return this.mayHavePieces(text) ? yield* splitSteps(text) : null
  }

  /** @param {string} text */
  mayHavePieces(text) { return this.lifting && hasSeveral(text) && this.texts.get(text) === undefined }

  /**
   * @param {string} text
   * @param {number[]} places
   * @param {number} at
   * @returns {Piece | null | undefined} undefined: a comment; null: only the whole says what is wrong with it
   */
  pieceAt(text, places, at) {
    const own = detached(text.slice(places[at], places[at + 1]))
    try {
      const found = this.find(own)
      if (found.length === 0) return undefined
      if (found.length > 1 || found[0].notices !== null) return null
      return { text: own, start: places[at], prepared: found[0], values: this.values }
    } catch (error) {
      if (error instanceof DbError) return null
      throw error
    }
  }

  /** @param {string} text @returns {Prepared[]} see `values` @throws {DbError} 42601 */
  find(text) {
    this.shapeFound = null
    const found = this.known(text)
    if (found !== undefined) { this.hits++; this.values = null; return found }
    if (!this.lifting) return this.lookUp(text)
    if (MANY_ROWS.test(text)) {
      const folded = foldRows(text)
      const template = folded === null || folded.cells === null ? null : this.template(folded)
      if (folded !== null && template !== null) {
        this.values = literalsOf(text, /** @type {Cells} */ (folded.cells), folded.count * folded.width)
        return [template]
      }
    }
    if ((text.length > this.textMax && !LONG_LIST.test(text)) || !scanShape(text) || shape.key.length > this.textMax)
      return this.lookUp(text)
    let known = this.knownShape(shape.key)
    if (known === undefined) {
      known = new Shape([])
      this.makeVariant(text, known, mayLift, true)
      this.shapes.set(shape.key, known)
    }
    if (known.marks.length === 0) return this.lookUp(text)
    let statement = known.only
    if (statement === null) {
      const key = keptTexts(text, known.kept)
      const { variants } = /** @type {{ variants: Generations<Prepared[]> }} */ (known)
      statement = variants.get(key) ?? null
      if (statement === null)
        statement = this.makeVariant(
          text, known, (mark) => known.marks.some((other) => other.literal === mark.literal), false,
        )
      else this.hits++
    } else this.hits++
    this.shapeFound = known
    const { marks } = known
    const values = /** @type {unknown[]} */ ([])
    for (const mark of marks) {
      if (mark.isList) readList(text, mark.literal, values)
      else values.push(readLiteral(text, mark))
    }
    this.values = values
    return statement
  }

  /**
   * A text that parameters make long.
   * @param {string} text
   * @returns {Folded | null} null: it is not, or has to be read as it is
   */
  folded(text) {
    if (text.length > FOLDED_TEXT_MAX) return null
    const rows = MANY_ROWS.test(text) ? foldRows(text) : null
    if (rows !== null) {
      const template = rows.cells !== null ? null : this.template(rows)
      return template === null ? null : new Folded(template, text, rows)
    }
    const list = foldList(text)
    if (list === null || list.text.length > this.textMax) return null
    const key = `list ${list.first} ${list.after} ${list.rows}\u0000${list.text}`
    let template = this.known(key)?.[0]
    if (template === undefined) {
      this.misses++
      list.text = detached(list.text)
      const parsed = parseList(list)
      if (parsed === null) return null
      template = new Prepared(parsed, list.text, [])
      this.texts.set(key, [template])
    } else this.hits++
    return new Folded(template, text, list)
  }

  /**
   * The statement of one row that many rows were folded to.
   * @param {RowList} folded
   * @returns {Prepared | null} null: it cannot be used
   */
  template(folded) {
    const text = folded.text = detached(folded.text)
    const { width, cells } = folded
    /** @type {number[]} */
    let types = []
    if (cells !== null) {
      types = cells.types = widened(cells.types, this.rowTypes.get(text))
      this.rowTypes.set(text, types)
    }
    const key = `${types.join()}\u0000${width}\u0000${text}`
    const found = this.known(key)
    if (found !== undefined) { this.hits++; return found[0] }
    this.misses++
    const parsed = text.length > this.textMax ? null : parseRow(folded)
    if (parsed === null) return null
    const template = new Prepared(parsed, text, types)
    template.rowWidth = width
    template.hasLiterals = cells !== null
    this.texts.set(key, [template])
    return template
  }

  /**
   * Some literals of a text found by its shape turned out not to be liftable (their types, an index's predicate): its
   * shape lifts the others only.
   * @param {string} text
   * @param {Mark[]} marks it was found with
   * @param {(mark: Mark, parameter: number) => boolean} keep
   */
  refine(text, marks, keep) {
    if (!scanShape(text)) return
    const known = this.shapes.get(shape.key)
    if (known === undefined || known.marks !== marks) return // it was refined meanwhile
    this.refined++
    const kept = new Set(known.marks.filter((mark, index) => keep(mark, index)).map((mark) => mark.literal))
    this.makeVariant(text, known, (mark) => kept.has(mark.literal), true)
  }

  /**
   * Parses a text and lifts the wanted literals.
   * @param {string} text
   * @param {Shape} known
   * @param {(mark: Mark) => boolean} wanted
   * @param {boolean} decides the shape takes these marks
   * @returns {Prepared[]}
   */
  makeVariant(text, known, wanted, decides) {
    this.misses++
    const statements = parse(text)
    // Notices have places in the text they are said of.
    const { marks, types } =
      statements.length === 1 && statements[0].notices === undefined
        ? liftConstants(statements[0], text, wanted)
        : { marks: [], types: [] }
    const made = statements.map((parsed) => new Prepared(parsed, text, types, marks))
    noteParsed(made)
    if (decides) {
      known.marks = marks
      const lifted = new Set(marks.map((mark) => mark.literal))
      known.kept = Array.from({ length: shape.count }, (_, index) => index).filter((index) => !lifted.has(index))
      known.only = known.kept.length === 0 ? made : null
      known.variants = known.kept.length === 0 || marks.length === 0 ? null : new Generations(this.entriesMax >> 4)
    }
    if (known.variants !== null) known.variants.set(keptTexts(text, known.kept), made)
    return made
  }

  clear() {
    this.life++
    this.texts.clear()
    this.shapes.clear()
    this.rowTypes.clear()
  }
}

/**
 * What is built in may be computed when it is planned (lifted.js): that is known by its name before it is planned with
 * parameters in vain. @param {Mark} mark
 */
const mayLift = ({ call }) => call === undefined || builtins.functionsNamed(call).length === 0

/**
 * A part of a text would keep all of it in memory as long as it is cached.
 * @param {string} text
 * @returns {string} the same, by itself
 */
function detached(text) {
  const encoding = LATIN1.test(text) ? 'latin1' : 'utf16le'
  return Buffer.from(text, encoding).toString(encoding)
}
const LATIN1 = /^[\0-\xff]*$/

const NUMBERS_BY_WIDTH = [23, 20, 1700]

/**
 * Types for these literals that the ones seen before fit as well, where there are such: numbers of the wider class, and
 * for nulls whatever it was.
 * @param {number[]} types -1: nulls @param {number[] | undefined} before @returns {number[]}
 */
function widened(types, before) {
  return types.map((type, at) => {
    const known = before?.[at] ?? 0
    if (type < 0) return known
    return NUMBERS_BY_WIDTH.indexOf(known) > NUMBERS_BY_WIDTH.indexOf(type) && NUMBERS_BY_WIDTH.includes(type)
      ? known
      : type
  })
}

/** @param {string} text @param {number[]} kept literals of the last scan */
function keptTexts(text, kept) {
  let key = ''
  for (let index = 0; index < kept.length; index++)
    key += `${text.slice(shape.starts[kept[index]], shape.ends[kept[index]])}\u0000`
  return key
}
