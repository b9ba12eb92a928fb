import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { outsideApi } from '../../http/endpoint'
import { plumbing } from '../../http/plumbing'
import { ourColor } from '../../lib/color'
import { missing } from '../../lib/errors'
import { logoPath, readLogo, type Logo } from '../../settings/logo'
import { iconAt } from '../app-icon/icons'
import { answerAsset, Asset, forEver } from './asset'
import { brandTokens } from './brand-tokens'
import { bytesOf } from './fixed'

/** The company's own look. */
export interface Look {
  /** The stylesheet of its color; null while it has ours. */
  sheet: string | null
  logo: { path: string; type: string; width: number; height: number } | null
}

export function lookOf({ settings }: Pick<Deps, 'settings'>, color: string = settings.business.color): Look {
  const { logo } = settings
  return {
    sheet: color.toLowerCase() === ourColor ? null : sheetPath(color.toLowerCase()),
    logo: logo && { path: logoPath(logo), type: logo.type, width: logo.width, height: logo.height },
  }
}

function sheetOf(color: string): Asset {
  const rules = Object.entries(brandTokens(color)).map(([name, value]) => `${name}:${value}`)
  const text = `:root{${rules.join(';')}}`
  return new Asset('text/css; charset=utf-8', bytesOf(text), { 'cache-control': forEver })
}

/** The sheet follows from the color alone, so any process can make it again. */
const sheetPath = (color: string): string => `/brand/${color.slice(1)}-${sheetOf(color).hash}.css`

export const lookRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/brand/:name',
      ({ params, request }) => answerAsset(requireSheet(params.name), request),
      file("The stylesheet of the company's color"),
    )
    .get(
      '/logo/:name',
      ({ params, request }) => answerLogo(deps, params.name, request),
      file("The company's logo"),
    )
    .get(
      '/app-icon/:name',
      async ({ params, request }) => answerAsset(await iconAt(deps, params.name), request),
      file('An icon of the home screen'),
    )

const file = (summary: string) => ({
  access: { as: 'public', limit: 600 } as const,
  ...outsideApi(summary),
  params: z.object({ name: z.string() }),
})

function requireSheet(name: string): Asset {
  const color = `#${/^[0-9a-f]{6}/.exec(name)?.[0]}`
  if (color.length !== 7 || sheetPath(color) !== `/brand/${name}`) throw missing('This file')
  return sheetOf(color)
}

async function answerLogo({ settings, store }: Deps, name: string, request: Request): Promise<Response> {
  const hash = /^([0-9a-f]{32})\.(?:png|jpg)$/.exec(name)?.[1]
  const current = settings.logo?.hash === hash ? settings.logo : null
  const logo = current ?? (hash === undefined ? null : await readLogo(store.read, hash))
  if (!logo || logoPath(logo) !== `/logo/${name}`) throw missing('This file')
  return answerAsset(pictureAsset(logo), request)
}

/** Emails show it in other programs and on other sites, and nothing in it may ever run. */
const pictureAsset = ({ type, bytes }: Logo): Asset =>
  new Asset(type, new Uint8Array(bytes), {
    'cache-control': forEver,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
