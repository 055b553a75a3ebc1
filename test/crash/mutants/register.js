/** `node --import ./test/crash/mutants/register.js …` with MUTANT=name: the process runs that mutant. */
import { register } from 'node:module'
import { MUTANTS } from './list.js'

const mutant = MUTANTS.find(({ name }) => name === process.env.MUTANT)
if (mutant === undefined) throw new Error(`there is no mutant "${process.env.MUTANT}"`)
register('./loader.js', import.meta.url, { data: { edits: mutant.edits } })
