import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { outsideApi } from '../../http/endpoint'
import { missing } from '../../lib/errors'
import { describeError } from '../../lib/log'
import { answerAsset, type Asset } from './asset'
import { allBuilt, findBundled, reuseBundles } from './bundles'
import { fixedAssets } from './fixed'
import { keepBundles, readKept } from './kept'

/** Files named by their content. They come from memory, so that they are not counted against a limit. */
export const assetRoutes = () =>
  new Elysia().get(
    '/assets/:name',
    async ({ params, request }) => answerAsset(await requireAsset(params.name), request),
    { ...outsideApi('A script, style or picture of a page'), params: z.object({ name: z.string() }) },
  )

async function requireAsset(name: string): Promise<Asset> {
  const asset = fixedAssets.find(name) ?? (await findBundled(name))
  if (!asset) throw missing('This file')
  return asset
}

/**
 * Everything a first visitor would otherwise wait for; one after another, and not while the service stops. An
 * earlier process may have left the bundles in the data folder.
 */
export async function warmAssets({ background, config, log }: Pick<Deps, 'background' | 'config' | 'log'>) {
  const kept = readKept(config.dataDir)
  reuseBundles(kept)
  const bundled = (await allBuilt()).flatMap(({ files }) => [...files.values()])
  for (const asset of [...fixedAssets.all(), ...bundled]) {
    if (background.stopping) return
    await asset.warm()
  }
  if ((await kept) !== null) return
  try {
    await keepBundles(config.dataDir)
  } catch (error) {
    log.warn("couldn't keep the bundled pages for the next start", describeError(error))
  }
}
