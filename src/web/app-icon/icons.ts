import type { Deps } from '../../deps'
import { missing } from '../../lib/errors'
import { Asset, forEver, shortHash } from '../assets/asset'
import { bytesOf } from '../assets/fixed'
import { drawIcon, type IconKind } from './draw'

type IconDeps = Pick<Deps, 'settings'>

/** The icons that phones ask for, by kind and size. */
const made: readonly { kind: IconKind; size: number }[] = [
  { kind: 'plain', size: 192 },
  { kind: 'plain', size: 512 },
  { kind: 'maskable', size: 192 },
  { kind: 'maskable', size: 512 },
  { kind: 'touch', size: 180 },
]

/** The address changes with the look, so browsers can keep an icon forever. */
function pathOf({ settings }: IconDeps, { kind, size }: (typeof made)[number]): string {
  const { name, color } = settings.business
  const look = settings.logo?.hash ?? `${name} ${color}`
  return `/app-icon/${kind}-${size}-${shortHash(bytesOf(`${look} ${color}`))}.png`
}

/** The icons in the words of a web app manifest. */
export const manifestIcons = (deps: IconDeps) =>
  made
    .filter(({ kind }) => kind !== 'touch')
    .map((icon) => ({
      src: pathOf(deps, icon),
      sizes: `${icon.size}x${icon.size}`,
      type: 'image/png',
      purpose: icon.kind === 'maskable' ? 'maskable' : 'any',
    }))

/** The icon on the home screen of an iPhone. */
export const touchIcon = (deps: IconDeps): string => pathOf(deps, { kind: 'touch', size: 180 })

const drawn = new Map<string, Promise<Asset>>()

/** Draws each icon once; one of an earlier look is gone. */
export function iconAt(deps: IconDeps, name: string): Promise<Asset> {
  const wanted = made.find((icon) => pathOf(deps, icon) === `/app-icon/${name}`)
  if (!wanted) throw missing('This file')
  const known = drawn.get(name)
  if (known) return known
  const { logo, business } = deps.settings
  const look = { logo: logo && new Uint8Array(logo.bytes), name: business.name, color: business.color }
  const fresh = drawIcon(look, wanted.kind, wanted.size).then(
    (bytes) =>
      new Asset('image/png', bytes, { 'cache-control': forEver, 'x-content-type-options': 'nosniff' }),
  )
  if (drawn.size >= made.length) drawn.clear()
  drawn.set(name, fresh)
  fresh.catch(() => drawn.delete(name))
  return fresh
}
