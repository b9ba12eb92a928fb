import { importMap } from '../../src/providers/routing/roads'

/** Imports one map in a separate process and prints what it took. */
const [file = '', dataDir = ''] = process.argv.slice(2)
const started = performance.now()
const info = await importMap(
  { file, dataDir, about: { source: 'bench', importedAt: new Date().toISOString() } },
  () => {},
)
const { user, system } = process.cpuUsage()
console.log(
  JSON.stringify({
    info,
    seconds: (performance.now() - started) / 1_000,
    cpuSeconds: (user + system) / 1e6,
    megabytes: process.resourceUsage().maxRSS / 1_024,
  }),
)
