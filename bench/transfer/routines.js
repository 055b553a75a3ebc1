/** The transfer and the audited transfer, as a program that embeds Seawall would write them. */

/** @param {import('../../src/index.js').Database} db */
export function defineTransfers(db) {
  /** @type {(tx: any, from: number, to: number, amount: number) => boolean} */
  const transfer = (tx, from, to, amount) => {
    if (from === to || amount <= 0) return false
    const source = tx.get('SELECT balance FROM accounts WHERE id = $1', from)
    const target = tx.get('SELECT balance FROM accounts WHERE id = $1', to)
    if (source === undefined || target === undefined) throw new Error('account_missing')
    if (source.balance < amount) return false
    tx.run('UPDATE accounts SET balance = $2 WHERE id = $1', from, source.balance - amount)
    tx.run('UPDATE accounts SET balance = $2 WHERE id = $1', to, target.balance + amount)
    return true
  }
  db.createFunction('transfer', { args: ['int4', 'int4', 'int8'], returns: 'void' }, (tx, from, to, amount) => {
    transfer(tx, from, to, amount)
  })
  db.createProcedure('transfer_procedure', { args: ['int4', 'int4', 'int8'] }, (tx, from, to, amount) => {
    transfer(tx, from, to, amount)
  })
  db.createFunction(
    'transfer_with_audit',
    { args: ['int4', 'int4', 'int8', 'int8'], returns: 'void' },
    (tx, from, to, amount, limit) => {
      if (amount > limit) throw new Error('fraud_limit')
      if (transfer(tx, from, to, amount))
        tx.run('INSERT INTO transfer_audit (from_id, to_id, amount) VALUES ($1, $2, $3)', from, to, amount)
    },
  )
}

/** The same for PostgreSQL, in PL/pgSQL: rows locked in the order of their ids. */
export const PLPGSQL = `
CREATE OR REPLACE FUNCTION do_transfer(f int, t int, amt bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE b bigint;
BEGIN
  IF f = t OR amt <= 0 THEN RETURN; END IF;
  PERFORM 1 FROM accounts WHERE id IN (f, t) ORDER BY id FOR UPDATE;
  SELECT balance INTO b FROM accounts WHERE id = f;
  IF b IS NULL OR b < amt THEN RETURN; END IF;
  UPDATE accounts SET balance = balance - amt WHERE id = f;
  UPDATE accounts SET balance = balance + amt WHERE id = t;
END $$;
CREATE OR REPLACE FUNCTION do_transfer_with_audit(f int, t int, amt bigint, lim bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE b bigint;
BEGIN
  IF f = t OR amt <= 0 OR amt > lim THEN RETURN; END IF;
  PERFORM 1 FROM accounts WHERE id IN (f, t) ORDER BY id FOR UPDATE;
  SELECT balance INTO b FROM accounts WHERE id = f;
  IF b IS NULL OR b < amt THEN RETURN; END IF;
  UPDATE accounts SET balance = balance - amt WHERE id = f;
  UPDATE accounts SET balance = balance + amt WHERE id = t;
  INSERT INTO transfer_audit (from_id, to_id, amount) VALUES (f, t, amt);
END $$`
