/**
 * A report as one file: throughput and latency as bars, throughput over time as lines, everything the JSON has below.
 */

/** @import { Result } from './lab.js' */

const COLORS = ['#2563eb', '#dc2626', '#059669', '#d97706', '#7c3aed', '#0891b2', '#be185d', '#4d7c0f']

/**
 * @param {string} title
 * @param {string} unit
 * @param {{ environment: any, config: any, results: Result[], missing: Record<string, string> }} report
 * @returns {string} a whole page
 */
export function htmlReport(title, unit, { environment, config, results, missing }) {
  const systems = [...new Set(results.map((result) => result.system))]
  const color = (/** @type {string} */ system) => COLORS[systems.indexOf(system) % COLORS.length]
  const workloads = [...new Set(results.map((result) => result.workload))]
  const sections = workloads.map((workload) => {
    const rows = results.filter((result) => result.workload === workload)
    return `<h2>${escape(workload)}</h2>
${bars(`Throughput, ${unit}`, rows.map((row) => ({ label: row.system, value: row.tps, color: color(row.system) })))}
${rows.some((row) => row.p99Ms !== undefined && row.p99Ms !== null) ? bars('Latency, ms: p50, p95, p99, p99.9', rows.flatMap((row) => (/** @type {const} */ (['p50Ms', 'p95Ms', 'p99Ms', 'p999Ms'])).flatMap((name) => row[name] === undefined || row[name] === null ? [] : [{ label: `${row.system} ${name === 'p999Ms' ? 'p99.9' : name.slice(0, 3)}`, value: /** @type {number} */ (row[name]), color: color(row.system) }]))) : ''}
${rows.some((row) => (row.perSecond?.length ?? 0) > 1) ? lines(`Throughput by second, ${unit}`, rows.map((row) => ({ label: row.system, values: row.perSecond ?? [], color: color(row.system) }))) : ''}`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(title)}</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#111}svg{display:block;margin:.6em 0 1.6em}text{font:12px system-ui,sans-serif}table{border-collapse:collapse}td,th{padding:.2em .8em;border-bottom:1px solid #ddd;text-align:right}td:first-child,td:nth-child(2){text-align:left}small{color:#555}</style>
<h1>${escape(title)}</h1>
<p>Seawall ${escape(environment.seawall)}, Node ${escape(environment.node)}, ${environment.processors} × ${escape(environment.processor)}, ${environment.memoryGb} GB, kernel ${escape(environment.kernel)};
fdatasync of 8 kB: median ${environment.syncLatency.medianUs.toFixed(0)} µs, p99 ${environment.syncLatency.p99Us.toFixed(0)} µs; ${escape(environment.date)}.<br>
Medians of ${config.rounds} alternating rounds of ${config.seconds} s.${Object.entries(missing)
    .map(([name, why]) => ` Missing: ${escape(name)}, ${escape(why)}.`)
    .join('')}</p>
${sections.join('\n')}
<h2>Figures</h2><table><tr><th>workload<th>system<th>${escape(unit)}<th>p50 ms<th>p95 ms<th>p99 ms<th>p99.9 ms<th>durability</tr>
${results.map((row) => `<tr><td>${escape(row.workload)}<td>${escape(row.label)}<td>${row.tps.toFixed(0)}${[row.p50Ms, row.p95Ms, row.p99Ms, row.p999Ms].map((ms) => `<td>${ms === null || ms === undefined ? '' : ms.toFixed(4)}`).join('')}<td>${escape(row.durability)}</tr>`).join('\n')}</table>
<details><summary>Configuration and every round</summary><pre>${escape(JSON.stringify({ config, rounds: results.map(({ system, workload, rounds }) => ({ system, workload, rounds })) }, null, 1))}</pre></details></html>
`
}

const WIDTH = 720
const ROW = 24
const LABELS = 190

/** @param {string} title @param {{ label: string, value: number, color: string }[]} items */
function bars(title, items) {
  const most = Math.max(...items.map((item) => item.value), 1e-9)
  const rows = items.map(({ label, value, color }, at) => {
    const wide = Math.max(1, value / most * (WIDTH - LABELS - 90))
    return `<text x="${LABELS - 8}" y="${at * ROW + 36}" text-anchor="end">${escape(label)}</text><rect x="${LABELS}" y="${at * ROW + 23}" width="${wide.toFixed(1)}" height="17" fill="${color}"/><text x="${(LABELS + wide + 6).toFixed(1)}" y="${at * ROW + 36}">${value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3)}</text>`
  })
  return `<svg width="${WIDTH}" height="${items.length * ROW + 28}" role="img"><text x="0" y="13" font-weight="600">${escape(title)}</text>${rows.join('')}</svg>`
}

/** @param {string} title @param {{ label: string, values: number[], color: string }[]} series */
function lines(title, series) {
  const height = 200
  const most = Math.max(1, ...series.flatMap((one) => one.values))
  const length = Math.max(2, ...series.map((one) => one.values.length))
  const point = (/** @type {number} */ value, /** @type {number} */ at) =>
    `${(50 + (at / (length - 1)) * (WIDTH - 70)).toFixed(1)},${(height - (value / most) * (height - 40)).toFixed(1)}`
  const drawn = series.filter((one) => one.values.length > 1).map(({ label, values, color }, at) => `<polyline fill="none" stroke="${color}" stroke-width="2" points="${values.map(point).join(' ')}"/><text x="${60 + at * 150}" y="30" fill="${color}">${escape(label)}</text>`)
  return `<svg width="${WIDTH}" height="${height + 20}" role="img"><text x="0" y="13" font-weight="600">${escape(title)}</text><text x="44" y="44" text-anchor="end">${Math.round(most).toLocaleString('en-US')}</text><text x="44" y="${height}" text-anchor="end">0</text><line x1="50" y1="${height}" x2="${WIDTH - 20}" y2="${height}" stroke="#999"/>${drawn.join('')}</svg>`
}

/** @param {unknown} value */
const escape = (value) => String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
