/**
 * Runs the proofs that take long: `bun run test:long [part of a name]`. They're separate so that `bun test` answers
 * within minutes, and CI runs them all.
 */
const wanted = process.argv[2] ?? ''
const files = [...new Bun.Glob('tests/**/*.long.ts').scanSync('.')].filter((file) => file.includes(wanted))
if (files.length === 0) {
  console.error(`No long proof has "${wanted}" in its name.`)
  process.exit(1)
}

const startedAt = performance.now()
// The suite's longest proofs wait for other processes most of the time, so more run than there are cores.
const { exitCode } = Bun.spawnSync(
  [process.execPath, 'test', '--parallel=3', '--no-isolate', ...files.toSorted().map((file) => `./${file}`)],
  { stdio: ['inherit', 'inherit', 'inherit'] },
)
const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(`${files.length} files of long proofs ${exitCode === 0 ? 'passed' : 'failed'} in ${seconds} s.`)
process.exit(exitCode)
