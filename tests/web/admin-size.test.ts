import { expect, test } from 'bun:test'
import { basename } from 'node:path'
import { bundleOf, findBundled } from '../../src/web/assets/bundles'

const most = 20 * 1024

test('the console loads at most 20 KB of script before a tab is opened', async () => {
  const seen = new Set<string>()
  let bytes = 0
  const add = async (name: string): Promise<void> => {
    if (seen.has(name)) return
    seen.add(name)
    const asset = await findBundled(name)
    if (!asset) throw new Error(`There is no ${name}`)
    bytes += (await asset.encoded('gzip'))?.length ?? asset.bytes.length
    // Static imports come with it; dynamic ones don't.
    const text = new TextDecoder().decode(asset.bytes)
    for (const [, path = ''] of text.matchAll(/(?:from|import)\s*"([^"]+\.js)"/g)) await add(basename(path))
  }
  await add(basename((await bundleOf('admin')).script))
  expect(bytes).toBeLessThan(most)
  expect(bytes).toBeGreaterThan(5 * 1024)
})
