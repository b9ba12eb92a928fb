import type { ComponentChildren } from 'preact'
import type { Config } from '../../config'
import { Asset, askedAgain } from '../assets/asset'
import { bundleOf } from '../assets/bundles'
import type { Entry, Sheet } from '../assets/entries'
import { renderDocument } from './document'
import { Frame } from './frame'
import { htmlType, pageHeaders } from './headers'
import { noticedDemo } from './noticed-demo'

type Configured = { config: Config }

export interface PageParts {
  title: string
  status?: number
  sheets?: Sheet[]
  /** The script of the page, if it has one. */
  entry?: Entry
  settings?: object
  current?: 'book' | 'my'
  bare?: boolean
  width?: 'narrow' | 'medium' | 'wide'
  listed?: boolean
  /** Where the page goes on to by itself. */
  onwards?: string
  /** The visitor's own browser keeps it for its back button, which has nowhere to go from an answered form. */
  keptForBack?: boolean
  children?: ComponentChildren
}

/** A page made for one visitor and one moment: nobody between us keeps it. */
export async function answerPage(deps: Configured, parts: PageParts): Promise<Response> {
  const keeping = parts.keptForBack ? 'private, no-cache' : 'no-store'
  const headers = { 'content-type': htmlType, ...pageHeaders(keeping) }
  return new Response(await textOf(deps, parts), { status: parts.status ?? 200, headers })
}

/** A page that is the same for everybody: its script fetches the rest. */
export async function constantPage(deps: Configured, parts: PageParts): Promise<Asset> {
  const bytes = new Uint8Array(Buffer.from(await textOf(deps, parts)))
  return new Asset(htmlType, bytes, pageHeaders(askedAgain))
}

async function textOf({ config }: Configured, parts: PageParts): Promise<string> {
  const { title, sheets, entry, settings, listed, onwards, children, current, bare, width } = parts
  const bundle = entry === undefined ? undefined : await bundleOf(entry)
  return renderDocument({
    title: `${title} · ${config.business.name}`,
    sheets,
    bundle,
    settings,
    listed,
    onwards,
    children: (
      <Frame
        business={config.business.name}
        demo={noticedDemo(config)}
        current={current}
        bare={bare}
        width={width}
      >
        {children}
      </Frame>
    ),
  })
}
