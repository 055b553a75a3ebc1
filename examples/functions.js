/** Functions in JavaScript, called from SQL by every client of this database while the program runs. */
import { open } from 'seawall'

const db = await open(':memory:')
db.createFunction('slug', { args: ['text'], returns: 'text', volatility: 'immutable', strict: true }, (title) =>
  title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'))
console.log((await db.query("SELECT slug('The Sea, the Wall')")).rows)    // [ { slug: 'the-sea-the-wall' } ]

// A set of rows: whatever can be iterated.
db.createFunction('steps', { args: ['int4', 'int4'], returns: 'setof int4' }, function* (from, to) {
  for (let at = from; at <= to; at += 10) yield at
})
console.log((await db.query('SELECT sum(s)::int FROM steps(0, 40) AS s')).rows)    // [ { sum: 100 } ]

// A procedure gets its caller's transaction first.
await db.exec('CREATE TABLE counters (name text PRIMARY KEY, value int NOT NULL)')
db.createProcedure('count_up', { args: ['text'] }, (tx, name) => {
  tx.run('INSERT INTO counters VALUES ($1, 1) ON CONFLICT (name) DO UPDATE SET value = counters.value + 1', name)
})
await db.query("CALL count_up('visits')")
await db.query("CALL count_up('visits')")
console.log((await db.query('SELECT * FROM counters')).rows)    // [ { name: 'visits', value: 2 } ]
await db.close()
