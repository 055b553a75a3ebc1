/** What a TypeScript program sees of the library. Never run: `npm run check` compiles it, and each @ts-expect-error line must be an error. */
import { open, DbError } from '../../src/index.js'

interface Account { id: number, balance: number }

export async function program(): Promise<number> {
  await using db = await open(':memory:')
  const { rows, rowCount } = await db.query<Account>('select id, balance from accounts where id = $1', [1])
  const first: Account = rows[0]
  // @ts-expect-error: an account has no such column
  rows[0].name
  const count: number | null = rowCount
  const untyped = await db.query('select 1 as one')
  untyped.rows[0].one
  const tagged = await db.sql<Account>`select * from accounts where id = ${1}`
  const named: number = tagged.rows[0].balance

  const one = db.prepare<Account>('select * from accounts where id = $1')
  const found: Account | undefined = one.get(1)
  // @ts-expect-error: there may be no such row
  one.get(1).balance
  for (const row of one.iterate(1)) row.balance.toFixed()
  const all: Account[] = one.all()
  const { changes }: { changes: number } = one.run(1)

  await using session = await db.connect()
  await session.query<Account>({ text: 'select * from accounts', rowMode: 'array' })
  const sum: number = await db.transaction(async (tx) => (await tx.query<{ sum: number }>('select 1 as sum')).rows[0].sum)
  try {
    await db.exec('select')
  } catch (error) {
    if (error instanceof DbError) return error.code.length + (error.position ?? 0)
  }
  return first.id + named + changes + all.length + (found?.id ?? 0) + (count ?? 0) + sum
}
