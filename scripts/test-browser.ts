/**
 * Runs the tests that need a browser: `bun run test:browser [part of a name]`. They are not among the
 * others, since not every machine has one.
 */
import { findChromium, installChromium } from './chromium'

const chromium = findChromium() ?? installChromium()
if (chromium === null) {
  console.log(
    'No Chromium was found. Install it, or name one in CHROMIUM_PATH. The browser tests were left out.',
  )
  process.exit(process.env.CI === 'true' ? 1 : 0)
}

const wanted = process.argv[2] ?? ''
const files = [...new Bun.Glob('tests/browser/*.browser.ts').scanSync('.')].filter((file) =>
  file.includes(wanted),
)
const { exitCode } = Bun.spawnSync(
  [process.execPath, 'test', '--timeout', '60000', ...files.toSorted().map((file) => `./${file}`)],
  { stdout: 'inherit', stderr: 'inherit', env: { ...process.env, CHROMIUM_PATH: chromium } },
)
process.exit(exitCode)
