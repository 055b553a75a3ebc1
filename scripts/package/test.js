/** `seawall/test`: the modules of this folder are in ../../lib/seawall.js, with all others; here they are to be read. */
import { loadBundle } from '../../lib/load.js'

const { exports: { forTests } } = loadBundle()
export const { Template, createTemplate, openTemplate } = forTests
