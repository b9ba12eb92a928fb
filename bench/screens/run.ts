/**
 * How soon each screen of the console can be used: `bun run bench:screens`. With a part of a screen's name only
 * those screens are measured, and nothing is written down.
 */
import { tmpdir } from 'node:os'
import type { Page } from 'playwright-core'
import { startBusyOffice } from '../../tests/browser/support/busy-office'
import { enterConsole } from '../../tests/browser/support/console'
import { screensOf } from '../../tests/browser/support/screen-list'
import { countTrips, moveDate, timeScreen } from '../../tests/browser/support/speed'
import { openBrowser } from '../../tests/browser/support/visitor'
import { describeMachine, machineLines } from '../support/machine'
import { writeSection } from '../support/section'
import { renderTable } from '../support/table'

const times = 5
const limitMs = 1_000
const only = process.argv[2]?.toLowerCase()

const site = await startBusyOffice()
const browser = await openBrowser()
const rows: string[][] = []
const slow: string[] = []
try {
  const { page } = await enterConsole(browser, site)
  await moveDate(page, site.world.clock.now())
  for (const [address, label] of await screensOf(page, site)) {
    if (only && !label.toLowerCase().includes(only)) continue
    // Visitors get their requests back over time, and the service's clock stands still.
    site.world.clock.advance(60_000)
    const { rounds, scriptBytes } = await countTrips(page, address)
    const [usual, throttled] = [await medianOf(page, address, 1), await medianOf(page, address, 4)]
    if (throttled > limitMs) slow.push(label)
    const requests = String(rounds.flat().length)
    rows.push([label, usual.toFixed(0), throttled.toFixed(0), requests, (scriptBytes / 1024).toFixed(0)])
    console.log(rows.at(-1)!.join('  '))
  }
} finally {
  await browser.close()
  await site.close()
}

/** The first visit fills the browser's cache and doesn't count. */
async function medianOf(page: Page, name: string, slowdown: number): Promise<number> {
  const taken: number[] = []
  for (let nth = 0; nth <= times; nth++) taken.push(await timeScreen(page, name, slowdown))
  return taken.slice(1).toSorted((one, other) => one - other)[Math.floor(times / 2)] ?? NaN
}

const table = renderTable(
  [
    { title: 'screen', align: 'left' },
    { title: 'ms', align: 'right' },
    { title: 'ms, CPU 4× slower', align: 'right' },
    { title: 'requests', align: 'right' },
    { title: 'script KB', align: 'right' },
  ],
  rows,
)
const section = `## Screens of the console

From the start of the navigation until a screen shows its data, is drawn and answers: the median of ${times} visits to the
demo company with a warm cache, for every tab, its parts and what opens above it, in Chromium on the same machine as
the service, at full speed and with the browser's CPU throttled to a quarter. Each visit starts from an empty page. For an
item that opens above its list, the item counts: nobody can use the list before they close it. Maps, the preview of an
invoice and whatever is below the window come afterwards and don't count: later rows of a list or the board, later parts
of a report, Today or the message settings, and the end of a long drawer. Requests and scripts, before compression, are
those of a first visit.

Until November 17, 2026, the browser ran on a test's clock, which also plays timers, frames and idle moments, each visit
started from the screen before it, and one more frame was counted: times before and after that day don't compare.
\`bun run bench:screens\` repeats it.

${machineLines(describeMachine(tmpdir(), null), new Date()).join('\n')}

${table}

- Within ${limitMs} ms on the slow CPU: ${slow.length === 0 ? 'every screen' : `all but ${slow.join(', ')}`}`
if (!only) writeSection('docs/benchmarks.md', 'Benchmarks', 'bench:screens', section)
console.log(table)
process.exit(0)
