/**
 * Runs the tests that need a browser: `bun run test:browser [part of a name]`. They're separate because not
 * every machine has one.
 */
import { findChromium, installChromium } from './chromium'

const chromium = findChromium() ?? installChromium()
if (chromium === null) {
  console.error(howToGetOne())
  process.exit(1)
}

const wanted = process.argv[2] ?? ''
const files = [...new Bun.Glob('tests/browser/*.browser.ts').scanSync('.')].filter((file) =>
  file.includes(wanted),
)
if (files.length === 0) {
  console.error(`No file in tests/browser has "${wanted}" in its name.`)
  process.exit(1)
}

// Three at a time: each starts a browser, and one alone leaves half of two cores idle.
const { exitCode } = Bun.spawnSync(
  [process.execPath, 'test', '--parallel=3', ...files.toSorted().map((file) => `./${file}`)],
  {
    stdout: 'inherit',
    stderr: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: chromium, BROWSER_TESTS: 'true' },
  },
)
process.exit(exitCode)

function howToGetOne(): string {
  const named = process.env.CHROMIUM_PATH
  if (named) return `CHROMIUM_PATH names ${named}, which does not exist.`
  return [
    'These tests need Chromium, and none was found. Install it:',
    '  Debian, Ubuntu   sudo apt-get install chromium-headless-shell',
    '  macOS            brew install --cask chromium',
    'or set CHROMIUM_PATH to the one you have.',
  ].join('\n')
}
