/** What `npm test` begins with: `npm run lint` and `npm run check` side by side, for each has work for one core. */
import { spawn } from 'node:child_process'

/** @param {string} script @returns {Promise<boolean>} whether it found nothing */
const run = (script) => new Promise((resolve) => {
  const child = spawn('npm', ['run', '--silent', script], { stdio: 'inherit', shell: process.platform === 'win32' })
  child.once('error', (error) => { console.error(`npm run ${script}: ${error.message}`); resolve(false) })
  child.once('exit', (code) => resolve(code === 0))
})

const found = await Promise.all(['lint', 'check'].map(run))
process.exitCode = found.every(Boolean) ? 0 : 1
