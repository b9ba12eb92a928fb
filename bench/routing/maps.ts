import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { writeTiled } from './tiling'
import { cacheFolder } from './valhalla'

export interface BenchMap {
  name: string
  label: string
  /** The file's path; it's built first when it has to be. */
  file(extracts: string): string
}

const extract = (name: string, label: string): BenchMap => ({
  name,
  label,
  file: (extracts) => join(extracts, `${name}.osm.pbf`),
})

/** Six rows of five copies: about as much as a 68 MB extract. */
const tiled = { rows: 6, columns: 5 }

export const maps: BenchMap[] = [
  extract('porto', 'Porto'),
  extract('harrisburg', 'Harrisburg'),
  extract('liechtenstein', 'Liechtenstein'),
  {
    name: 'tiled',
    label: 'Porto × 30',
    file(extracts) {
      const file = join(cacheFolder, 'tiled.osm.pbf')
      if (existsSync(file)) return file
      mkdirSync(cacheFolder, { recursive: true })
      writeTiled(join(extracts, 'porto.osm.pbf'), `${file}.part`, tiled.rows, tiled.columns)
      renameSync(`${file}.part`, file)
      return file
    },
  },
]
