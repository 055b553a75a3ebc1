/** The default: only O(1) assertions run. */
export const checking = false
