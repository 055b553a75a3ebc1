/**
 * What a program is told of commits that wait for no sync has reached the operating system: a process that is killed
 * loses none of it.
 */
import { expect, test } from 'vitest'
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'

const OPTIONS = { bufferPool: '4MB', walSegmentBytes: 256 * 1024 }

for (const mode of /** @type {const} */ (['none', 'off'])) {
  test(`a notice behind a COMMIT, mode ${mode}`, async () => {
    const disk = new FaultVfs()
    /** @type {FaultVfs | null} */
    let killed = null
    const db = await open({ ...OPTIONS, vfs: disk, walSync: mode === 'none' ? 'none' : 'immediate',
      onNotice: () => { killed ??= disk.afterKill({ seed: 1 }) } })
    await db.exec('create table t (a int)')
    if (mode === 'off') await db.exec('set synchronous_commit = off')
    await db.exec("do $$ begin insert into t values (7); commit; raise notice 'kept'; end $$")
    await db.close().catch(() => undefined) // its process was killed
    const again = await open({ ...OPTIONS, vfs: /** @type {any} */ (killed) })
    expect((await again.query('select a from t')).rows).toEqual([{ a: 7 }])
    await again.close()
  })
}
