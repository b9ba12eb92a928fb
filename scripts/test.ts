/**
 * Runs all tests, or those named as arguments. After all of them have passed it leaves a note about this exact
 * source, so that `bun run verify` doesn't run them again right after (`--unless-passed`).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const cache = join(import.meta.dir, '../node_modules/.cache/truckroll-tests')
const note = join(cache, 'passed')
/** Bun starts with the files that took longest, so that no long one is left running alone at the end. */
const timings = `--timings=${join(cache, 'timings.json')}`
const named = process.argv.slice(2).filter((word) => word !== '--unless-passed')
const before = sourceHash()

if (process.argv.includes('--unless-passed') && before !== null && noted() === before) {
  console.log('All tests have already passed with exactly this source.')
  process.exit(0)
}

mkdirSync(cache, { recursive: true })
const tests = Bun.spawn(
  [process.execPath, 'test', '--parallel=4', '--no-isolate', timings, '--update-timings', ...named],
  { stdio: ['inherit', 'inherit', 'inherit'] },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
const code = await tests.exited
if (code === 0 && named.length === 0 && before !== null && before === sourceHash())
  writeFileSync(note, before)
process.exit(code)

function noted(): string {
  try {
    return readFileSync(note, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Covers every file that Git knows or would add, the Bun that runs them, and whether this is CI, where no test
 * may be skipped. Null outside a Git checkout.
 */
function sourceHash(): string | null {
  const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { exitCode, stdout } = Bun.spawnSync(['git', ...git], { stderr: 'ignore' })
  if (exitCode !== 0) return null
  const hash = new Bun.CryptoHasher('sha256').update(`${Bun.version} ${process.env.CI ?? ''}`)
  for (const path of new Set(stdout.toString().split('\0').filter(Boolean))) {
    try {
      hash.update(`\0${path}\0`).update(readFileSync(path))
    } catch {
      // Deleted, and not committed yet.
    }
  }
  return hash.digest('hex')
}
