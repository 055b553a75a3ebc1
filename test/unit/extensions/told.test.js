/** tcn: listeners are told which rows change. */
import { expect, test } from 'vitest'
import { open } from '../../../src/index.js'

test('triggered_change_notification tells the table, what was done, and the key as it was', async () => {
  const db = await open(':memory:')
  try {
    /** @type {string[]} */
    const heard = []
    await db.query('CREATE EXTENSION tcn')
    await db.query('CREATE TABLE told ("the key" text, b int, c text, PRIMARY KEY (b, "the key"))')
    await db.query(`CREATE TRIGGER t AFTER INSERT OR UPDATE OR DELETE ON told
      FOR EACH ROW EXECUTE FUNCTION triggered_change_notification('rows')`)
    await db.listen('rows', (payload) => void heard.push(payload))
    await db.query("INSERT INTO told VALUES ('it''s', 1, 'x')")
    await db.query("UPDATE told SET c = 'y', b = 2")
    await db.query('DELETE FROM told')
    await db.query('SELECT 1')
    expect(heard).toEqual([
      `"told",I,"b"='1',"the key"='it''s'`, `"told",U,"b"='1',"the key"='it''s'`, `"told",D,"b"='2',"the key"='it''s'`,
    ])
  } finally {
    await db.close()
  }
})
