import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allBuilt } from '../../src/web/assets/bundles'
import { fixedAssets } from '../../src/web/assets/fixed'
import { keepBundles, readKept } from '../../src/web/assets/kept'
import { temporaryFolder } from '../support/temp'

test('the next process gets the same pages, in every form, without bundling them', async () => {
  const folder = temporaryFolder('pages')
  expect(await readKept(folder)).toBeNull()
  await keepBundles(folder)
  const [kept, built] = [await readKept(folder), await allBuilt()]
  expect(kept?.map(({ entries }) => entries)).toEqual(built.map(({ entries }) => entries))
  for (const [place, { files }] of built.entries())
    for (const [name, asset] of files) {
      const again = kept![place]!.files.get(name)!
      expect([again.hash, again.type, await again.warm()]).toEqual([
        asset.hash,
        asset.type,
        await asset.warm(),
      ])
    }
})

test('the next process gets the style sheets compressed', async () => {
  const folder = temporaryFolder('pages')
  await keepBundles(folder)
  const made = await Promise.all(fixedAssets.all().map((asset) => asset.encoded('br')))
  await readKept(folder)
  const kept = await Promise.all(fixedAssets.all().map((asset) => asset.encoded('br')))
  expect(kept).toEqual(made)
  for (const [place, bytes] of kept.entries()) if (bytes) expect(bytes).not.toBe(made[place]!)
})

test('pages are bundled again after a source has changed, or if the file is damaged', async () => {
  const folder = temporaryFolder('pages')
  const source = join(folder, 'source.ts')
  writeFileSync(source, 'one')
  const [first] = await allBuilt()
  first!.inputs.push(source)
  try {
    await keepBundles(folder)
    expect(await readKept(folder)).not.toBeNull()
    writeFileSync(source, 'two')
    expect(await readKept(folder)).toBeNull()
    writeFileSync(source, 'one')
    expect(await readKept(folder)).not.toBeNull()
    const file = join(folder, 'pages.cache')
    writeFileSync(file, readFileSync(file).subarray(0, 5_000))
    expect(await readKept(folder)).toBeNull()
  } finally {
    first!.inputs.pop()
  }
})
