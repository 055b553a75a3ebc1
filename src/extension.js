/**
 * What extensions that programs bring are made with.
 *
 *   import { defineExtension } from 'seawall/extension'
 */
export { defineExtension } from './extensions/definition.js'
