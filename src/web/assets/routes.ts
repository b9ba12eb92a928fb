import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { missing } from '../../lib/errors'
import { answerAsset, type Asset } from './asset'
import { allBundled, findBundled } from './bundles'
import { fixedAssets } from './fixed'

/** Files named by their content. They come from memory, so that they are not counted against a limit. */
export const assetRoutes = () =>
  new Elysia().get(
    '/assets/:name',
    async ({ params, request }) => answerAsset(await requireAsset(params.name), request),
    { detail: { hide: true } },
  )

async function requireAsset(name: string): Promise<Asset> {
  const asset = fixedAssets.find(name) ?? (await findBundled(name))
  if (!asset) throw missing('This file')
  return asset
}

/** Everything a first visitor would otherwise wait for; one after another, and not while the service stops. */
export async function warmAssets({ background }: Pick<Deps, 'background'>): Promise<void> {
  const made = [...fixedAssets.all(), ...(await allBundled())]
  for (const asset of made) {
    if (background.stopping) return
    await asset.warm()
  }
}
