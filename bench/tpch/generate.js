/**
 * TPC-H's tables, written anew: same schema, same key relations and value distributions as the benchmark's
 * specification describes, own random source and texts. Each row depends on the seed of its table and its number alone,
 * so that any scale factor gives the same rows again.
 *
 *   node bench/tpch/generate.js SCALE DIRECTORY       writes one tab-separated file per table, as COPY reads it
 */
import { createWriteStream, mkdirSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { seededRandom } from '../../src/util/prng.js'

const REGIONS = ['AFRICA', 'AMERICA', 'ASIA', 'EUROPE', 'MIDDLE EAST']
/** name, region */
const NATIONS = /** @type {[string, number][]} */ ([
  ['ALGERIA', 0], ['ARGENTINA', 1], ['BRAZIL', 1], ['CANADA', 1], ['EGYPT', 4], ['ETHIOPIA', 0], ['FRANCE', 3],
  ['GERMANY', 3], ['INDIA', 2], ['INDONESIA', 2], ['IRAN', 4], ['IRAQ', 4], ['JAPAN', 2], ['JORDAN', 4], ['KENYA', 0],
  ['MOROCCO', 0], ['MOZAMBIQUE', 0], ['PERU', 1], ['CHINA', 2], ['ROMANIA', 3], ['SAUDI ARABIA', 4], ['VIETNAM', 2],
  ['RUSSIA', 3], ['UNITED KINGDOM', 3], ['UNITED STATES', 1],
])
const COLORS = ('almond antique aquamarine azure beige bisque black blanched blue blush brown burlywood burnished chartreuse chiffon chocolate coral cornflower cornsilk cream cyan dark deep dim '
  + 'dodger drab firebrick floral forest frosted gainsboro ghost goldenrod green grey honeydew hot indian ivory khaki lace lavender lawn lemon light lime linen magenta maroon medium metallic '
  + 'midnight mint misty moccasin navajo navy olive orange orchid pale papaya peach peru pink plum powder puff purple red rose rosy royal saddle salmon sandy seashell sienna sky slate smoke snow '
  + 'spring steel tan thistle tomato turquoise violet wheat white yellow').split(' ')
const TYPES = [
  ['STANDARD', 'SMALL', 'MEDIUM', 'LARGE', 'ECONOMY', 'PROMO'],
  ['ANODIZED', 'BURNISHED', 'PLATED', 'POLISHED', 'BRUSHED'], ['TIN', 'NICKEL', 'BRASS', 'STEEL', 'COPPER'],
]
const CONTAINERS = [['SM', 'LG', 'MED', 'JUMBO', 'WRAP'], ['CASE', 'BOX', 'BAG', 'JAR', 'PKG', 'PACK', 'CAN', 'DRUM']]
const SEGMENTS = ['AUTOMOBILE', 'BUILDING', 'FURNITURE', 'MACHINERY', 'HOUSEHOLD']
const PRIORITIES = ['1-URGENT', '2-HIGH', '3-MEDIUM', '4-NOT SPECIFIED', '5-LOW']
const INSTRUCTIONS = ['DELIVER IN PERSON', 'COLLECT COD', 'NONE', 'TAKE BACK RETURN']
const MODES = ['REG AIR', 'AIR', 'RAIL', 'SHIP', 'TRUCK', 'MAIL', 'FOB']
const WORDS = ('carefully quickly slowly furiously blithely bold final ironic pending regular silent special express unusual even busy close dogged daring accounts deposits packages requests '
  + 'instructions theodolites pinto beans foxes ideas dependencies platelets asymptotes courts dolphins sleep wake haggle nag use boost detect integrate across above along after among the').split(' ')

/** days since 1970-01-01 */
const START = Date.UTC(1992, 0, 1) / 86400000
const END = Date.UTC(1998, 11, 31) / 86400000
const CURRENT = Date.UTC(1995, 5, 17) / 86400000

export const TABLES = Object.freeze([
  'region', 'nation', 'supplier', 'part', 'partsupp', 'customer', 'orders', 'lineitem',
])

/** @param {number} table @param {number} row */
const randomOf = (table, row) => seededRandom(Math.imul(table + 1, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b))
/** @typedef {import('../../src/util/prng.js').Random} Random */

/** @param {Random} random @param {number} low @param {number} high both inclusive */
const between = (random, low, high) => low + random.below(high - low + 1)
/** @template T @param {Random} random @param {T[]} list @returns {T} */
const pick = (random, list) => list[random.below(list.length)]
/** @param {number} cents */
const money = (cents) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
/** @param {number} day */
const date = (day) => new Date(day * 86400000).toISOString().slice(0, 10)
/** @param {Random} random @param {number} least @param {number} most characters */
function text(random, least, most) {
  const length = between(random, least, most)
  let made = ''
  while (made.length < length) made += `${made === '' ? '' : ' '}${pick(random, WORDS)}`
  return made.slice(0, length).trimEnd()
}
/** @param {Random} random @param {number} nation */
const phone = (random, nation) =>
  `${nation + 10}-${between(random, 100, 999)}-${between(random, 100, 999)}-${between(random, 1000, 9999)}`
/** @param {number} key */
const nine = (key) => String(key).padStart(9, '0')
/** @param {number} part */
const retailCents = (part) => 90000 + Math.floor(part / 10) % 20001 + 100 * (part % 1000)
/** One of the four suppliers of a part. @param {number} part @param {number} which @param {number} suppliers */
const supplierOf = (part, which, suppliers) =>
  ((part + which * (Math.floor(suppliers / 4) + Math.floor((part - 1) / suppliers))) % suppliers) + 1

/** @param {string} table @param {number} scale @returns {Generator<string>} lines for COPY */
export function* rows(table, scale) {
  const suppliers = Math.max(4, Math.round(10000 * scale))
  const parts = Math.max(20, Math.round(200000 * scale))
  const customers = Math.max(15, Math.round(150000 * scale))
  const number = TABLES.indexOf(table)
  switch (table) {
    case 'region': for (let at = 0; at < REGIONS.length; at++) yield `${at}\t${REGIONS[at]}\t${text(randomOf(number, at), 31, 115)}`; return
    case 'nation': for (let at = 0; at < NATIONS.length; at++) yield `${at}\t${NATIONS[at][0]}\t${NATIONS[at][1]}\t${text(randomOf(number, at), 31, 114)}`; return
    case 'supplier': for (let key = 1; key <= suppliers; key++) {
      const random = randomOf(number, key)
      const nation = random.below(25)
      // Five suppliers in ten thousand have complaints, five recommendations.
      const lot = random.below(2000)
      const comment =
        lot < 1 || key === 3
          ? `${text(random, 10, 20)} Customer ${text(random, 5, 12)} Complaints`
          : lot < 2
            ? `Customer ${text(random, 5, 12)} Recommends`
            : text(random, 25, 100)
      yield `${key}\tSupplier#${nine(key)}\t${text(random, 10, 40)}\t${nation}\t${phone(random, nation)}\t${money(between(random, -99999, 999999))}\t${comment}`
    } return
    case 'part': for (let key = 1; key <= parts; key++) {
      const random = randomOf(number, key)
      const name = Array.from({ length: 5 }, () => pick(random, COLORS)).join(' ')
      const maker = between(random, 1, 5)
      yield `${key}\t${name}\tManufacturer#${maker}\tBrand#${maker}${between(random, 1, 5)}\t${TYPES.map((list) => pick(random, list)).join(' ')}\t${between(random, 1, 50)}\t${
        CONTAINERS.map((list) => pick(random, list)).join(' ')}\t${money(retailCents(key))}\t${text(random, 5, 22)}`
    } return
    case 'partsupp': for (let part = 1; part <= parts; part++) {
      for (let which = 0; which < 4; which++) {
        const random = randomOf(number, part * 4 + which)
        yield `${part}\t${supplierOf(part, which, suppliers)}\t${between(random, 1, 9999)}\t${money(between(random, 100, 100000))}\t${text(random, 49, 198)}`
      }
    } return
    case 'customer': for (let key = 1; key <= customers; key++) {
      const random = randomOf(number, key)
      const nation = random.below(25)
      yield `${key}\tCustomer#${nine(key)}\t${text(random, 10, 40)}\t${nation}\t${phone(random, nation)}\t${money(between(random, -99999, 999999))}\t${pick(random, SEGMENTS)}\t${text(random, 29, 116)}`
    } return
    case 'orders': case 'lineitem': for (let order = 1; order <= customers * 10; order++) yield* orderRows(table, order, { customers, parts, suppliers, clerks: Math.max(1, Math.round(1000 * scale)) }); return
    default: throw new Error(`no table ${table}`)
  }
}

/**
 * An order and its lines come from one random source: total price and status follow the lines.
 * @param {string} table
 * @param {number} order
 *  @param {{ customers: number, parts: number, suppliers: number, clerks: number }} sizes @returns {Generator<string>}
 */
function* orderRows(table, order, { customers, parts, suppliers, clerks }) {
  const random = randomOf(9, order)
  // Keys are sparse: 8 of every 32. A third of the customers has no orders.
  const key = ((order - 1) >> 3) * 32 + ((order - 1) & 7) + 1
  let customer = between(random, 1, customers)
  if (customer % 3 === 0) customer = customer > 1 ? customer - 1 : 1
  const day = between(random, START, END - 151)
  const count = between(random, 1, 7)
  let total = 0
  let shipped = 0
  const lines = []
  for (let line = 1; line <= count; line++) {
    const part = between(random, 1, parts)
    const quantity = between(random, 1, 50)
    const price = quantity * retailCents(part)
    const discount = random.below(11)
    const tax = random.below(9)
    const ship = day + between(random, 1, 121)
    const commit = day + between(random, 30, 90)
    const receipt = ship + between(random, 1, 30)
    const returned = receipt <= CURRENT ? pick(random, ['R', 'A']) : 'N'
    const status = ship > CURRENT ? 'O' : 'F'
    if (status === 'F') shipped++
    total += Math.round(price * (100 - discount) * (100 + tax) / 10000)
    const tail = [pick(random, INSTRUCTIONS), pick(random, MODES), text(random, 10, 43)]
    lines.push(
      [
        key, part, supplierOf(part, random.below(4), suppliers), line, quantity, money(price), money(discount),
        money(tax), returned, status, date(ship), date(commit), date(receipt), ...tail,
      ].join('\t'),
    )
  }
  if (table === 'lineitem') {
    yield* lines
    return
  }
  const comment =
    random.below(50) === 0 ? `${text(random, 5, 15)} special ${text(random, 3, 9)} requests` : text(random, 19, 78)
  yield [
    key, customer, shipped === count ? 'F' : shipped === 0 ? 'O' : 'P', money(total), date(day),
    pick(random, PRIORITIES), `Clerk#${nine(between(random, 1, clerks))}`, 0, comment,
  ].join('\t')
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [scale, directory] = [Number(process.argv[2] ?? '0.01'), process.argv[3] ?? '.']
  mkdirSync(directory, { recursive: true })
  for (const table of TABLES) {
    const file = createWriteStream(join(directory, `${table}.tbl`))
    let lines = []
    for (const line of rows(table, scale)) {
      lines.push(line)
      if (lines.length < 1000) continue
      if (!file.write(`${lines.join('\n')}\n`)) await once(file, 'drain')
      lines = []
    }
    file.end(lines.length > 0 ? `${lines.join('\n')}\n` : '')
  }
}
