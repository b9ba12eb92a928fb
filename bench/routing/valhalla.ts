import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Point } from '../../src/lib/geo'
import type { ContourCollection } from '../../src/providers/routing/types'
import type { Cleanup } from '../support/cleanup'
import { runCommand } from '../support/processes'
import settings from './valhalla.json'

const version = '3.6.1'
const packageName = '@valhallajs/valhallajs'

/** Outside the project, because the package has 280 MB and isn't a dependency. */
export const cacheFolder = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'truckroll-bench/valhalla',
)

export interface Valhalla {
  isochrone(from: Point, minutes: readonly number[]): Promise<ContourCollection>
  /** Seconds, or null where there is no route. */
  matrix(from: readonly Point[], to: readonly Point[]): Promise<(number | null)[][]>
}

interface Actor {
  isochrone(query: object): Promise<ContourCollection>
  matrix(query: object): Promise<{ sources_to_targets: { time: number | null }[][] }>
}

/** Installs the package if it's missing. */
export async function installValhalla(cleanup: Cleanup): Promise<void> {
  if (existsSync(join(cacheFolder, 'node_modules', packageName))) return
  mkdirSync(cacheFolder, { recursive: true })
  writeFileSync(join(cacheFolder, 'package.json'), '{"private":true}\n')
  const command = [process.execPath, 'add', '--exact', `${packageName}@${version}`]
  // The registry and its proxy may be set in the shell, so the whole environment is passed on.
  const env = { ...process.env } as Record<string, string>
  await runCommand({ command, cwd: cacheFolder, env, withinMs: 600_000 }, cleanup)
}

export interface TileBuild {
  seconds: number
  cpuSeconds: number
  megabytes: number
}

const tilesOf = (map: string): string => join(cacheFolder, `tiles-${map}`)
const settingsFor = (map: string) => ({
  ...settings,
  mjolnir: { ...settings.mjolnir, tile_dir: tilesOf(map) },
})

/** Builds Valhalla's tiles for a map; null when they exist from an earlier run. */
export async function buildTiles(map: string, source: string): Promise<TileBuild | null> {
  const done = join(tilesOf(map), 'done')
  if (existsSync(done)) return null
  rmSync(tilesOf(map), { recursive: true, force: true })
  mkdirSync(tilesOf(map), { recursive: true })
  const config = join(cacheFolder, `${map}.json`)
  writeFileSync(config, JSON.stringify(settingsFor(map)))
  const started = performance.now()
  const built = Bun.spawn(
    [join(cacheFolder, 'node_modules/.bin/valhalla'), 'build_tiles', '-c', config, source],
    {
      cwd: cacheFolder,
      stdout: 'ignore',
      stderr: 'ignore',
    },
  )
  if ((await built.exited) !== 0) throw new Error(`Valhalla could not build tiles for ${map}`)
  const { cpuTime, maxRSS } = built.resourceUsage()!
  const figures = {
    seconds: (performance.now() - started) / 1_000,
    cpuSeconds: Number(cpuTime.total) / 1e6,
    megabytes: maxRSS / 1e6,
  }
  writeFileSync(done, JSON.stringify(figures))
  return figures
}

/** Valhalla within this process. It keeps state between maps, so each map needs its own process. */
export function openValhalla(map: string): Valhalla {
  const { Actor } = createRequire(join(cacheFolder, 'index.js'))(packageName) as {
    Actor: new (config: object) => Actor
  }
  const actor = new Actor(settingsFor(map))
  const location = ({ lat, lng }: Point) => ({ lat, lon: lng })
  return {
    isochrone: (from, minutes) =>
      actor.isochrone({
        locations: [location(from)],
        costing: 'auto',
        contours: minutes.map((time) => ({ time })),
        polygons: true,
      }),
    async matrix(from, to) {
      const query = { sources: from.map(location), targets: to.map(location), costing: 'auto' }
      const { sources_to_targets } = await actor.matrix(query)
      return sources_to_targets.map((row) => row.map(({ time }) => time))
    },
  }
}
