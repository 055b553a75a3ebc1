/** COPY: many rows in and out, as text or CSV, from and to anything that gives bytes. */
import { Readable } from 'node:stream'
import { open } from 'seawall'

const db = await open(':memory:')
await db.exec('CREATE TABLE harbours (name text, depth numeric)')
const csv = Readable.from(['name,depth\nVlis', 'singen,16.5\nDelfzijl,9.0\n'])    // a file's stream in real life
console.log(await db.copyFrom('harbours', csv, { format: 'csv', header: true }))    // 2

let text = ''
for await (const bytes of db.copyTo('(SELECT name FROM harbours ORDER BY depth)')) text += bytes
console.log(text.split('\n'))                           // [ 'Delfzijl', 'Vlissingen', '' ]
await db.close()
