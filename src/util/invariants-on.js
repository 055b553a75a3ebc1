/** Selected by `node --conditions=development`: O(n) checks run too. */
export const checking = true
