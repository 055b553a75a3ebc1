/** Conditions of xml2's functions. Texts are PostgreSQL's. */
import { DbError } from './db-error.js'

/** 38000. */
export const xpathSyntax = () => new DbError('38000', 'XPath Syntax Error', { detail: 'Invalid expression' })

/** 22023: the query of xpath_table. @param {number} count of its columns */
export const notTwoColumns = (count) =>
  new DbError('22023', 'expression returning multiple columns is not valid in parameter list',
    { detail: `Expected two columns in SPI result, got ${count}.` })
