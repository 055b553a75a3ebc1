/** What a plan's shape says about how many rows it makes. */

/** @param {any} node PlanNode @returns {boolean} one row or none, whatever the data */
export function atMostOne(node) {
  switch (node.node) {
    case 'result': return true
    case 'values': return node.rows.length === 1 && !node.rowWidth
    case 'indexScan': return node.uniqueMatch && !node.keys.some((/** @type {any} */ key) => key.any)
    case 'filter': case 'project': case 'subqueryScan': case 'limit': case 'lockRows': case 'sort': return atMostOne(node.input)
    default: return false
  }
}
