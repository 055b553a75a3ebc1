/** Functions over xml that are called by name. */
import { invalidComment, notValidated } from '../../errors/xml.js'
import { isXml, parseXml, readXml } from '../../types/xml/xml.js'
import { Family } from '../impl.js'
import { concatenated } from './build.js'

const family = new Family()
export const xmlFunctions = family.functions

family.add('xmlcomment', (text) => {
  if (text.includes('--') || text.endsWith('-')) throw invalidComment()
  return `<!--${text}-->`
})
family.context('texttoxml', (ctx, text) => parseXml(text, ctx.env.xmlOption), {
  steps: (ctx, text) => readXml(text, ctx.env.xmlOption),
})
family.add('xmltotext', (value) => value)
// Beside none the other is as it was, its declaration included.
family.add('xmlconcat2', (first, second) =>
  (first === null ? second : second === null ? first : concatenated([first, second])))
family.context('xml_is_well_formed', (ctx, text) => isXml(text, ctx.env.xmlOption))
family.add('xml_is_well_formed_document', (text) => isXml(text, 'document'))
family.add('xml_is_well_formed_content', (text) => isXml(text, 'content'))
family.add('xmlvalidate', () => { throw notValidated() })
