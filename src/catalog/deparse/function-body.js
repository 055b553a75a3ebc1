/** Bodies of BEGIN ATOMIC … END and RETURN as SQL text: what pg_get_function_sqlbody prints. */
import { loadQuery } from '../stored-query.js'
import { finished } from './expressions.js'
import { quoteIdentifier } from './names.js'
import { QueryDeparser } from './query.js'

/** @import { FuncDesc } from '../descriptors.js' */
/** @import { CatalogSnapshot } from '../snapshot.js' */

/** @param {CatalogSnapshot} catalog @param {FuncDesc} func with such a body @returns {string} */
export function functionBodyText(catalog, func) {
  const { statements, isReturn } = JSON.parse(/** @type {string} */ (func.body))
  const names =
    func.argModes.length === 0 ? func.argNames : func.argNames.filter((_, at) => 'ibv'.includes(func.argModes[at]))
  const texts = statements.map((/** @type {any} */ statement) => {
    const { query } = loadQuery(statement.StoredQuery.text, (oid) => catalog.relation(oid))
    if (isReturn) return new ReturnDeparser(catalog, func.name, names).returned(query)
    const deparser = new BodyDeparser(catalog, func.name, names)
    return statement.StoredQuery.isReturn ? deparser.returned(query) : deparser.body(query)
  })
  return isReturn ? texts[0] : `BEGIN ATOMIC\n${texts.map((/** @type {string} */ text) => `${text};\n`).join('')}END`
}

/** Parameters have the names of arguments, with the function's before them where columns could be meant. */
class BodyDeparser extends QueryDeparser {
  /** @param {CatalogSnapshot} catalog @param {string} functionName @param {string[]} argNames */
  constructor(catalog, functionName, argNames) {
    super(catalog, false, 0)
    this.indent = 1
    this.options.param = (number) => {
      if (argNames.length === 0) return `$${number}`
      const name = argNames[number - 1]
      return this.named.size > 0 ? `${quoteIdentifier(functionName)}.${quoteIdentifier(name)}` : quoteIdentifier(name)
    }
  }

  /** @param {import('../query.js').Query} query */
  body(query) {
    return finished(this.query(query, [], null, false))
  }

  /** What is returned has no name. @param {import('../query.js').Query} query */
  returned(query) {
    const targets = query.targets.map((target) => ({ ...target, name: '?column?' }))
    return this.body({ ...query, targets }).replace(/^( ?)SELECT/, '$1RETURN')
  }
}

/** RETURN: all on one line. */
class ReturnDeparser extends BodyDeparser {
  /** @param {string} text */
  line(text) {
    return text
  }

  /** @param {import('../query.js').Query} query @param {string[] | null} columns @param {boolean} visible */
  select(query, columns, visible) {
    return super.select(query, columns, visible).replace(/^ /, '')
  }
}
