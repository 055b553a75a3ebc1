/**
 * Single expressions and predicates, for those who do not run statements: defaults, EXECUTE arguments, constraint
 * checks.
 */
export { compileExpression, compileKeyExtractor, compilePredicate, compileRowExpression, evaluate } from './compile.js'
