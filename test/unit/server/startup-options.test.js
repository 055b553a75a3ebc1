/** The startup packet's `options`: what PostgreSQL 15 makes of them, word by word. */
import { describe, it } from 'vitest'
import assert from 'node:assert/strict'
import { startupOptions } from '../../../src/server/startup-options.js'

/** @param {string} text */
const shown = (text) => startupOptions(text).map((pair) => pair.join('=')).join(' ')

describe('startup options', () => {
  it('are settings', () => {
    const expected = {
      '-c work_mem=3MB': 'work_mem=3MB', '-cwork-mem=3MB': 'work_mem=3MB', '--work-mem=a-b': 'work_mem=a-b',
      '-c search_path=a\\ b': 'search_path=a b', '-c a=b\\\\c': 'a=b\\c', '-c a=x\\': 'a=x', '-c\ta=1\n-e':
        'a=1 datestyle=euro', '-c =x': '=x', '-c a=1 -c a=2': 'a=1 a=2',
      '-fs -f i -fo -fb -ft -fn -fm -fhx':
        'enable_seqscan=false enable_indexscan=false enable_indexonlyscan=false enable_bitmapscan=false '
        + 'enable_tidscan=false enable_nestloop=false enable_mergejoin=false enable_hashjoin=false',
      '-S 4MB': 'work_mem=4MB', '-eS 3MB': 'datestyle=euro work_mem=3MB', '-P -O -F':
        'ignore_system_indexes=true allow_system_table_mods=true fsync=false',
      '-tpa -t pl -te -s':
        'log_parser_stats=true log_planner_stats=true log_executor_stats=true log_statement_stats=true',
      '-d0 -dx': 'log_min_messages=notice log_min_messages=notice',
      '-d 4': 'log_min_messages=debug4 log_statement=all debug_print_parse=true debug_print_plan=true',
      '-B 1 -N 2 -p 3 -W 4 -h x -k y -i -l':
        'shared_buffers=1 max_connections=2 port=3 post_auth_delay=4 listen_addresses=x unix_socket_directories=y '
        + 'listen_addresses=* ssl=true',
      '-n -T -b -E -j -C x -D x -r x -v 3 --': '', '': '', '  ': '',
    }
    for (const [text, settings] of Object.entries(expected)) assert.equal(shown(text), settings, text)
  })

  it('are refused by the word that PostgreSQL names', () => {
    const argument = (/** @type {string} */ word) => `invalid command-line argument for server process: ${word}`
    const expected = {
      '-x': argument('-x'), '-xF': argument('postgres'), '-Fx': argument('-Fx'), '-S': argument('-S'), '-eS':
        argument('-eS'), '-f x': argument('x'), '-fx': argument('-fx'), '-t x': argument('x'), '-tpx': argument('-tpx'),
      foo: argument('foo'), 'foo -e': argument('foo'), '-e foo -x': argument('-x'), 'a b -e c -S 2MB d': argument('a'),
      '-- foo': argument('foo'), '-e -- -e': argument('-e'), '-': argument('-'), '- -e': argument('-'), '\\':
        argument(''), '-?': argument('-?'), '-:': argument('-:'), '-e:': argument('-e:'), '-c': argument('-c'),
      '-c work_mem': '-c work_mem requires a value', '--help': '--help requires a value',
    }
    for (const [text, message] of Object.entries(expected))
      assert.throws(() => startupOptions(text), { code: '42601', message }, text)
  })
})
