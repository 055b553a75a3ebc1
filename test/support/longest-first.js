/** In which order files run: a long one that begins last would leave the other process without work. */
import { BaseSequencer } from 'vitest/node'

/** What takes longest, and would not begin first by its size. */
const FIRST = [
  'golden/golden', 'golden/queries', 'golden/definitions', 'crash/matrix', 'unit/storage/crash', 'unit/library/worker',
  'unit/library/package.long', 'random/random', 'unit/parser/wide', 'crash/kill.long', 'crash/creation.long',
  'cli/commands', 'unit/library/doors', 'crash/failed-syncs.long', 'unit/engine/full-disk', 'unit/library/pieces',
  'clients/pg', 'crash/failures', 'crash/databases', 'histories/histories',
].map((name) => `/test/${name}.test.js`)

export class LongestFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files)
    const rank = (/** @type {typeof files[0]} */ file) => {
      const index = FIRST.findIndex((name) => file.moduleId.endsWith(name))
      return index < 0 ? FIRST.length : index
    }
    const group = (/** @type {typeof files[0]} */ file) => file.project.config.sequence.groupOrder
    return sorted.sort((a, b) => group(a) - group(b) || rank(a) - rank(b))
  }
}
