/**
 * Installs what the lock file names, before a start or a test run. The first time takes a while, so it shows
 * Bun's progress; later it says nothing.
 */
import { existsSync } from 'node:fs'

const isFirst = !existsSync('node_modules')
if (isFirst) console.log('Installing the packages Truckroll needs. This takes up to a minute, once.')
const { exitCode } = Bun.spawnSync(
  [process.execPath, 'install', '--frozen-lockfile', isFirst ? '--no-summary' : '--silent'],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)
process.exit(exitCode)
