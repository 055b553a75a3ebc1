/** Where answers go that no client is told. @type {any} */
export const UNTOLD = Object.freeze({
  output: 'rows', writer: null, rows: null, highWater: Infinity, holds: true, drain: () => null, rowDescription: ignore,
  parameterDescription: ignore, noData: ignore, commandComplete: ignore, emptyQuery: ignore, portalSuspended: ignore,
  copyInBegin: ignore, copyRead: () => null, copyOutBegin: ignore, copyData: ignore, copyOutEnd: ignore,
})

function ignore() { /* a body's statements tell their client nothing */ }
