#!/usr/bin/env node
// The program is loaded after the limits are set: reading its modules alone would let the heap's young generation grow
// to its full size.
import '../src/server/process-memory.js'

await import('./program.js')
