/**
 * The synchronous API: one call, one answer, no promise; the quickest way for a program with the database to itself.
 */
import { open } from 'seawall'

const db = await open(':memory:')
await db.exec(
  'CREATE TABLE words (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, word text UNIQUE, seen int DEFAULT 1)'
)

// Prepared once, run often: from the second run on it is its compiled code and little else.
const note = db.prepare('INSERT INTO words (word) VALUES ($1) ON CONFLICT (word) DO UPDATE SET seen = words.seen + 1')
db.transactionSync(() => {
  for (const word of 'the tide that takes the wall takes the town'.split(' ')) note.run(word)
})
const often = db.prepare('SELECT word, seen FROM words WHERE seen >= $1 ORDER BY seen DESC, word')
console.log(often.all(2))                               // [ { word: 'the', seen: 3 }, { word: 'takes', seen: 2 } ]
console.log(often.get(3))                               // { word: 'the', seen: 3 }
console.log(often.get(9))                               // undefined

// Rows one after the other, without an array of all.
let letters = 0
for (const { word } of db.prepare('SELECT word FROM words').iterate()) letters += word.length
console.log(letters)                                    // 24

// Many rows of parameters in one call.
console.log(db.prepare('INSERT INTO words (word) VALUES ($1)').runMany([['sea'], ['gate']]))    // { changes: 2 }
await db.close()
