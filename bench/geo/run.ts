import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../../src/lib/clock'
import { silentLog } from '../../src/lib/log'
import { GazetteerGeocoder } from '../../src/providers/geocoder/gazetteer'
import { listZips } from '../../scripts/places/sources'
import { estimateRouting } from '../../src/providers/routing/estimate'
import { bindCleanup, type Cleanup, createCleanup } from '../support/cleanup'
import { makeDataFolder } from '../support/disk'
import { describeMachine } from '../support/machine'
import { writeSection } from '../support/section'
import { type Accuracy, measureAccuracy, measureMatrix } from './measure'
import { questionKinds } from './questions'
import { reportSection, type Results, resultTable, targetLines } from './report'

const USAGE = `bun run bench:geo [--questions 2000]

Accuracy and latency of the built-in gazetteer. Fewer questions print their table and leave docs/benchmarks.md alone.`
const USUAL_QUESTIONS = 2_000
const DOCUMENT = join(import.meta.dir, '../../docs/benchmarks.md')

async function main(questions: number, cleanup: Cleanup): Promise<void> {
  const folder = makeDataFolder('truckroll-bench-geo-')
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'gazetteer.db')
  const buildMs = await timed(() => warmOnce(path))
  const geocoder = new GazetteerGeocoder(path, { clock: systemClock, log: silentLog })
  const openMs = await timed(() => geocoder.warm())
  const zips = [...listZips()]
  const accuracies: Accuracy[] = []
  for (const kind of questionKinds) accuracies.push(await measureAccuracy(geocoder, zips, kind, questions))
  const matrixMs = await measureMatrix(estimateRouting, zips)
  const megabytes = statSync(path).size / 1e6
  geocoder.close()

  const results: Results = { buildMs, openMs, megabytes, questions, accuracies, matrixMs }
  console.log(`${resultTable(results)}\n\n${targetLines(results).join('\n')}`)
  console.log(`- Open: ${openMs.toFixed(0)} ms\n- Matrix 200 × 2,000: ${matrixMs.toFixed(0)} ms`)
  if (questions < USUAL_QUESTIONS) return
  writeSection(
    DOCUMENT,
    'Benchmarks',
    'bench:geo',
    reportSection(results, describeMachine(folder, null), new Date()),
  )
  console.log('\nWritten to docs/benchmarks.md')
}

async function warmOnce(path: string): Promise<void> {
  const geocoder = new GazetteerGeocoder(path, { clock: systemClock, log: silentLog })
  await geocoder.warm()
  geocoder.close()
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const cleanup = createCleanup()
bindCleanup(cleanup)
try {
  const { values } = parseArgs({
    options: {
      questions: { type: 'string', default: String(USUAL_QUESTIONS) },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const questions = Number(values.questions)
  if (!Number.isInteger(questions) || questions < 1)
    throw new Error('--questions takes a whole number from 1')
  if (values.help) console.log(USAGE)
  else await main(questions, cleanup)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  cleanup.run()
}
