/**
 * For work that has neither a clock nor a session: do others run short statements just now, so that what is done at a
 * stretch should be little? Only a hint; the engine's slices say so.
 */
export const others = { areBusy: false }
