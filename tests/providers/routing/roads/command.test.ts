import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mapFile } from '../../../../src/providers/routing/roads/file'
import { dataFolder, truckrollHere } from '../../../cli/cli'
import { temporaryFolder } from '../../../support/temp'
import { squareTown } from './town'

const region = squareTown(5, { lat: 40, lng: -90 }).write()

describe('truckroll map', () => {
  test('imports a map, describes it, and removes it', async () => {
    const env = { DATA_DIR: dataFolder() }
    const imported = await truckrollHere(['map', 'import', region, '--json'], env)
    expect(imported).toMatchObject({ code: 0, errors: '' })
    expect(imported.json).toMatchObject({
      ok: true,
      map: 'map.osm.pbf',
      roadKm: 11,
      driving: 'on the right',
      attribution: '© OpenStreetMap contributors, ODbL',
    })
    expect(existsSync(mapFile(env.DATA_DIR))).toBe(true)
    const info = await truckrollHere(['map', 'info'], env)
    expect(info.code).toBe(0)
    expect(info.output).toContain('40, -90 to 40.009, -89.991')
    expect((await truckrollHere(['map', 'remove'], env)).code).toBe(0)
    expect(existsSync(mapFile(env.DATA_DIR))).toBe(false)
    expect(existsSync(join(env.DATA_DIR, 'pace.json'))).toBe(true)
  })

  test('leaves the existing map alone when the new one is unusable', async () => {
    const env = { DATA_DIR: dataFolder() }
    await truckrollHere(['map', 'import', region], env)
    const before = readFileSync(mapFile(env.DATA_DIR))
    const bad = join(temporaryFolder('osm'), 'bad.osm.pbf')
    writeFileSync(bad, readFileSync(region).subarray(0, 300))
    expect(await truckrollHere(['map', 'import', bad], env)).toMatchObject({
      code: 1,
      errors: 'The map file is incomplete. Download or copy it again.\n',
    })
    expect(readFileSync(mapFile(env.DATA_DIR))).toEqual(before)
  })

  test('says what is missing or broken in one line', async () => {
    const env = { DATA_DIR: dataFolder() }
    expect((await truckrollHere(['map', 'import', '/nowhere.osm.pbf'], env)).errors).toBe(
      "There's no file /nowhere.osm.pbf\n",
    )
    expect((await truckrollHere(['map', 'info'], env)).errors).toStartWith("There's no map")
    expect(await truckrollHere(['map', 'remove'], env)).toMatchObject({
      code: 1,
      errors: "There's no map to remove\n",
    })
    await truckrollHere(['map', 'import', region], env)
    writeFileSync(mapFile(env.DATA_DIR), 'damaged')
    expect(await truckrollHere(['map', 'info'], env)).toMatchObject({
      code: 1,
      errors: 'The imported map is damaged. Import it again.\n',
    })
  })
})
