/** Scripts of what queries say and change. */
import { QUERIES, testScripts } from './scripts.js'

testScripts((folder) => QUERIES.includes(folder))
