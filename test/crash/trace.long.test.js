/**
 * Under a system-call trace: in `immediate` no answer to a COMMIT leaves before a sync of the log that began after the
 * commit was written and has ended; with one client there is at least one sync per commit. Needs strace; says so loudly
 * where it is missing.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { connect, prepareDirectory, startServer } from './kill.js'

const hasStrace = spawnSync('strace', ['-V']).status === 0
if (!hasStrace)
  console.log('# STRACE IS MISSING: the order of syncs and answers is NOT checked (apt-get install strace)')

/**
 * @typedef {{ name: string, fd: number, path: string, text: string, start: number, end: number, bytes: number }} Call
 *   start, end: places in the trace
 */

/**
 * Calls of all threads in the order they began; `end` is where each returned.
 * @param {string} trace
 * @returns {Call[]}
 */
function readTrace(trace) {
  /** @type {Call[]} */
  const calls = []
  /** @type {Map<string, Call>} by thread */
  const open = new Map()
  for (const [place, line] of trace.split('\n').entries()) {
    const resumed = /^(\d+) +<\.\.\. (\w+) resumed>/.exec(line)
    const bytes = Number(/= (-?\d+)[^=]*$/.exec(line)?.[1] ?? 0)
    if (resumed !== null) {
      const call = open.get(resumed[1])
      if (call === undefined) continue
      assert.equal(call.name, resumed[2])
      call.end = place
      call.bytes = bytes
      if (call.name === 'read') call.text += line
      open.delete(resumed[1])
      continue
    }
    const begun = /^(\d+) +(\w+)\((\d+)<([^>]*(?:->[^>]*)?)>(.*)$/.exec(line)
    if (begun === null) continue
    const call = {
      name: begun[2], fd: Number(begun[3]), path: begun[4], text: begun[5], start: place, end: place, bytes,
    }
    calls.push(call)
    if (line.includes('<unfinished ...>')) open.set(begun[1], call)
  }
  return calls
}

const isLog = (/** @type {Call} */ call) => /\/wal\/[0-9a-f]+$/.test(call.path)
const isSocket = (/** @type {Call} */ call) => /^(TCP|socket)/.test(call.path)

/** @param {string} mode @param {number} clientCount @param {number} transactions of each */
async function traced(mode, clientCount, transactions) {
  const dir = fs.mkdtempSync(join(os.tmpdir(), 'seawall-trace-'))
  const data = join(dir, 'data')
  const file = join(dir, 'trace')
  await prepareDirectory(data)
  const { child, port } = await startServer(data, mode, [
    'strace', '-f', '-yy', '-s', '4096', '-e',
    'trace=read,recvfrom,write,writev,sendto,sendmsg,pwrite64,fdatasync,fsync', '-o', file,
  ])
  const clients = await Promise.all(Array.from({ length: clientCount }, () => connect(port)))
  await Promise.all(clients.map(async (client, number) => {
    for (let line = 1; line <= transactions; line++) {
      await client.query('begin')
      await client.query('update accounts set balance = balance + 1 where aid = $1', [1 + number])
      await client.query('insert into history values ($1, $2, 1, 1, $3)', [number, line, `note ${line}`])
      await client.query('commit')
    }
  }))
  await Promise.all(clients.map((client) => client.end()))
  const exited = once(child, 'exit')
  const served = Number(spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).stdout.trim())
  process.kill(served, 'SIGTERM')
  await exited
  const calls = readTrace(fs.readFileSync(file, 'utf8'))
  fs.rmSync(dir, { recursive: true })
  return calls
}

/**
 * Every COMMIT of a connection: where it was read, and where its answer began to leave.
 * @param {Call[]} calls
 * @returns {{ asked: Call, answered: Call }[]}
 */
function commitsIn(calls) {
  /** @type {Map<number, Call[]>} */
  const asked = new Map()
  const commits = []
  for (const call of calls) {
    if (!isSocket(call)) continue
    if (/^(read|recvfrom)$/.test(call.name)) {
      if (/Q\\0\\0\\0\\vcommit/i.test(call.text)) asked.set(call.fd, [...asked.get(call.fd) ?? [], call])
    } else if (/COMMIT\\0/.test(call.text)) {
      const [question, ...rest] = asked.get(call.fd) ?? []
      assert.ok(question !== undefined, 'an answer has a question')
      asked.set(call.fd, rest)
      commits.push({ asked: question, answered: call })
    }
  }
  return commits
}

for (const clients of [1, 8]) {
  test(`no COMMIT is answered before a sync that covers it, ${clients} clients`, { timeout: 50_000 }, async (context) => {
    if (!hasStrace) context.skip('strace is not installed: this is NOT tested here')
    const transactions = clients === 1 ? 40 : 12
    const calls = await traced('immediate', clients, transactions)
    const commits = commitsIn(calls)
    assert.equal(commits.length, clients * transactions, 'every commit is seen in the trace')
    const syncs = calls.filter((call) => /^f(data)?sync$/.test(call.name) && isLog(call))
    const writes = calls.filter((call) => call.name === 'pwrite64' && isLog(call))
    for (const { asked, answered } of commits) {
      // One thread: the first write of the log after the question holds all that was sealed before it, the commit too.
      const written = writes.find((call) => call.start > asked.end)
      assert.ok(written !== undefined && written.end < answered.start, 'the commit was written before its answer')
      assert.ok(
        syncs.some((call) => call.start > written.end && call.end < answered.start),
        `a sync lies between the write at ${written.end} and the answer at ${answered.start}`,
      )
    }
    const [first, last] = [commits[0].asked.start, commits[commits.length - 1].answered.start]
    const during = syncs.filter((call) => call.start > first && call.end < last).length
    if (clients === 1) assert.ok(during >= commits.length, `${during} syncs for ${commits.length} commits`)
    else assert.ok(during < commits.length, `${during} syncs for ${commits.length} commits: commits share them`)
  })
}

test('in mode none an answer leaves after a write, and without a sync', { timeout: 50_000 }, async (context) => {
  if (!hasStrace) context.skip('strace is not installed: this is NOT tested here')
  const calls = await traced('none', 1, 40)
  const commits = commitsIn(calls)
  assert.equal(commits.length, 40)
  const writes = calls.filter((call) => call.name === 'pwrite64' && isLog(call))
  for (const { asked, answered } of commits)
    assert.ok(
      writes.some((call) => call.start > asked.end && call.end < answered.start),
      'the commit has reached the operating system'
    )
})
