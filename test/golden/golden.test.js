/** Scripts of all that the other two files do not have. */
import { DEFINITIONS, QUERIES, testScripts } from './scripts.js'

testScripts((folder) => ![...QUERIES, ...DEFINITIONS].includes(folder))
