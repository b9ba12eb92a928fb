import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { isoTime, systemClock } from '../lib/clock'
import { attribution, importMap } from '../providers/routing/roads'
import type { Stage } from '../providers/routing/roads/compile/compile'
import { mapFile, openMap, readMapInfo, removeMap } from '../providers/routing/roads/file'
import { hasStreets, MapFault, type MapInfo } from '../providers/routing/roads/graph'
import { CommandFailed, configOf, run, type Answer, type Environment } from './context'
import { withProgress } from './terminal'

export function addMapCommands(program: Command, environment: Environment): void {
  const map = program
    .command('map')
    .description('manage the road map that drive times and streets come from')
    .addHelpText('after', '\nExample:\n  truckroll map import ./pennsylvania-latest.osm.pbf')

  map
    .command('import')
    .argument('<file>', 'an OpenStreetMap extract of your region: *.osm.pbf')
    .description('build the road map of a region; run it again after an interruption or with newer data')
    .addHelpText('after', '\nExample:\n  truckroll map import ./pennsylvania-latest.osm.pbf')
    .action((file: string, _: unknown, command: Command) =>
      run(command, () => withoutTrace(() => importFrom(environment, file))),
    )

  map
    .command('info')
    .description('show which map is installed and check its file')
    .addHelpText('after', '\nExample:\n  truckroll map info --json')
    .action((_: unknown, command: Command) => run(command, () => withoutTrace(() => describe(environment))))

  map
    .command('remove')
    .description('remove the map; from the next start on, drive times are estimated')
    .addHelpText('after', '\nExample:\n  truckroll map remove')
    .action((_: unknown, command: Command) =>
      run(command, async () => {
        if (!removeMap(mapFile(configOf(environment).dataDir)))
          throw new CommandFailed("There's no map to remove")
        const note = 'A running service uses the map until you restart it'
        return { data: { removed: true, note }, text: `Removed the map. ${note}.\n` }
      }),
    )
}

/** Each stage gets as much of the progress bar as it usually takes of the time. */
const stages: Record<Stage, { from: number; to: number }> = {
  roads: { from: 0, to: 0.35 },
  places: { from: 0.35, to: 0.65 },
  graph: { from: 0.65, to: 1 },
}

async function importFrom(environment: Environment, file: string): Promise<Answer> {
  const { dataDir } = configOf(environment)
  if (!existsSync(file)) throw new CommandFailed(`There's no file ${file}`)
  const about = { source: basename(file), importedAt: isoTime(systemClock.now()) }
  let done = 0
  const info = await withProgress({ label: 'Map', done: () => done }, () =>
    importMap({ file, dataDir, about }, (stage, share) => {
      const { from, to } = stages[stage]
      done = from + (to - from) * share
    }),
  )
  return { data: { ...summary(info), note: 'Restart the service to use this map' } }
}

async function describe(environment: Environment): Promise<Answer> {
  const path = mapFile(configOf(environment).dataDir)
  const found = readMapInfo(path)
  if (found === null) throw new CommandFailed("There's no map. Import one with `truckroll map import`.")
  // Opening the map reads and checks the whole file.
  const streets = hasStreets(openMap(path)) ? 'drawn on maps' : 'not drawn. Import the map again to see them'
  return { data: { ...summary(found.info), streets, megabytes: Math.round(found.bytes / 1e5) / 10 } }
}

function summary({ source, importedAt, bounds, roadKm, leftHand }: MapInfo): Record<string, unknown> {
  const [south, west, north, east] = bounds.map((degrees) => Number(degrees.toFixed(4)))
  return {
    map: source,
    importedAt,
    roadKm,
    bounds: `${south}, ${west} to ${north}, ${east}`,
    driving: leftHand ? 'on the left' : 'on the right',
    attribution,
  }
}

/** The operator can fix a bad map file, so it needs no stack trace. */
async function withoutTrace<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof MapFault ? new CommandFailed(error.message, { cause: error }) : error
  }
}
