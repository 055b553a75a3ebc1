/** Scripts of what is defined, who may, and how it is told. */
import { DEFINITIONS, testScripts } from './scripts.js'

testScripts((folder) => DEFINITIONS.includes(folder))
