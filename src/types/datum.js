/**
 * What a value of a SQL type is in JavaScript depends on the type (docs/seams.md section 1); NULL is null. Who only
 * hands values on calls them Datum; who looks inside knows the type, and says which it is.
 */

/** @typedef {unknown} Datum */
/** Values in the order of some columns. @typedef {Datum[]} Row */

export {}
