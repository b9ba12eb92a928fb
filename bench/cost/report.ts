import { type Column, renderTable } from '../support/table'
import { type Cost, ratioOf } from './measure'
import { hotPaths, type PathName } from './paths'
import { rounded, tolerance, type Ratios } from './ratios'

const right = (title: string): Column => ({ title, align: 'right' })
const left = (title: string): Column => ({ title, align: 'left' })

const micros = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 0 })

/** Measured against committed ratios, for the terminal. */
export function costTable(costs: Map<PathName, Cost>, committed: Ratios): string {
  const columns = [
    left('path'),
    right('µs'),
    right('bare µs'),
    right('ratio'),
    right('committed'),
    right('quotient'),
  ]
  const rows = [...costs].map(([name, cost]) => {
    const [ratio, known] = [ratioOf(cost), committed[name]]
    const quotient = known === undefined ? '–' : (ratio / known).toFixed(2)
    return [name, micros(cost.service), micros(cost.bare), ratio.toFixed(2), String(known ?? '–'), quotient]
  })
  return renderTable(columns, rows)
}

export function reportSection(costs: Map<PathName, Cost>, rounds: number, machine: string[]): string {
  const columns = [left('path'), left('request'), right('µs'), right('bare µs'), right('ratio')]
  const rows = [...costs].map(([name, cost]) => [
    name,
    hotPaths[name].title,
    micros(cost.service),
    micros(cost.bare),
    String(rounded(ratioOf(cost))),
  ])
  return [
    '## Processor time of the hot paths',
    '',
    'The CPU time of one request, all threads together, next to a bare server (`Bun.serve`, `bun:sqlite`, prepared',
    'statements, shared commits) that writes the same rows or reads the same tables. It has no limits, no sign-in, no',
    'checks beyond the types, and plans no routes for arrival windows. The ratio hardly depends on the machine, so CI',
    'compares it.',
    '',
    `Both start on copies of the same data, warm up with a round, and take turns for ${rounds} rounds of a fixed number of`,
    'requests; the least of each counts. Work after the answer counts too: payment events and messages are waited for.',
    'The load comes from another process, over connections that stay open, each request from another address.',
    '',
    `\`bun run bench:cost\` fails if a ratio is more than ${tolerance} times the one in \`bench/cost/ratios.json\`, after more rounds`,
    'for the path. `--only booking` measures one path, `--plant 20` slows down every statement of the service by 20 µs,',
    'to see the guard fail. `--write` commits the ratios and this section. It refuses to raise a ratio unless the',
    'unreleased part of CHANGELOG.md has a line such as "cost of booking: 2.1 → 2.4 because …" that goes as high. A',
    'lower one needs no reason, and a difference of 5% is noise.',
    '',
    ...machine,
    '',
    renderTable(columns, rows),
  ].join('\n')
}
