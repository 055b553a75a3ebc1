/**
 * Steps that are nested deeper than the machine's stack. Steps that call others with `yield*` need stack for all of
 * them whenever they go on. Where that may get deep they yield a `Deep` instead: whoever drives them runs it beside
 * them, from where the stack is empty, and then goes on with who yielded it.
 */

/** @template T @typedef {import('./effort.js').Steps<T>} Steps */

/** @template T */
export class Deep {
  /** @param {Steps<T>} steps */
  constructor(steps) {
    this.steps = steps
    /** What they returned, when they are over. @type {T | undefined} */
    this.value = undefined
  }
}

/**
 * The same steps, run by themselves. Only within `fromHere` or `atOnce`.
 * @template T @param {Steps<T>} steps @returns {Steps<T>}
 */
export function* elsewhere(steps) {
  const deep = new Deep(steps)
  yield /** @type {void} */ (/** @type {unknown} */ (deep))
  return /** @type {T} */ (deep.value)
}

/**
 * Steps and all that they have run elsewhere.
 * @template T @param {Steps<T>} steps @returns {Steps<T>}
 */
export function* fromHere(steps) {
  const root = new Deep(steps)
  const stack = /** @type {Deep<unknown>[]} */ ([root])
  while (!goesOn(stack)) yield
  return /** @type {T} */ (root.value)
}

/**
 * Goes on to the next rest.
 * @param {Deep<unknown>[]} stack each waits for the next
 * @returns {boolean} whether all is over. Throws what the lowest throws
 */
export function goesOn(stack) {
  /** @type {{ error: unknown } | null} */
  let failure = null
  for (;;) {
    const top = stack[stack.length - 1]
    let step
    try {
      step = failure === null ? top.steps.next() : /** @type {Steps<unknown>} */ (top.steps).throw(failure.error)
    } catch (error) {
      stack.pop()
      if (stack.length === 0) throw error
      failure = { error }
      continue
    }
    failure = null
    if (step.done) {
      top.value = step.value
      stack.pop()
      if (stack.length === 0) return true
    } else {
      const below = /** @type {unknown} */ (step.value)
      if (!(below instanceof Deep)) return false
      stack.push(below)
    }
  }
}
