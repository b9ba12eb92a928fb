import type { ComponentChildren } from 'preact'
import type { Config } from '../../config'
import { Asset, askedAgain, answerAsset } from '../assets/asset'
import { bundleOf } from '../assets/bundles'
import type { Entry, Sheet } from '../assets/entries'
import { renderDocument, htmlType, pageHeaders } from './document'
import { Banners, Frame } from './frame'

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
async function constantPage(deps: Configured, parts: PageParts): Promise<Asset> {
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
      <Frame config={config} current={current} bare={bare} width={width}>
        {children}
      </Frame>
    ),
  })
}

type Shown = (request: Request) => Promise<Response>

/** A page in the common frame, made at its first request and the same from then on. */
export const framedShell = (deps: { config: Config }, parts: PageParts): Shown =>
  shownAgain(() => constantPage(deps, parts))

interface AppParts {
  title: string
  entry: Entry
  sheets: Sheet[]
  settings?: object
  /** Origins that pictures may come from besides us. */
  images?: string[]
}

/** An app that fills the window and has no frame but its own: everything is inside `#app`. */
export const appShell = (
  { config }: { config: Config },
  { title, entry, sheets, settings, images }: AppParts,
): Shown =>
  shownAgain(async () => {
    const text = renderDocument({
      title: `${title} · ${config.business.name}`,
      sheets,
      bundle: await bundleOf(entry),
      settings,
      children: (
        <>
          <Banners config={config} office />
          <AppRoot />
        </>
      ),
    })
    return new Asset(htmlType, new Uint8Array(Buffer.from(text)), pageHeaders(askedAgain, { images }))
  })

/** Where a page's script puts its app; until then, or without scripts, it says what is going on. */
export function AppRoot() {
  return (
    <div id="app">
      <noscript>
        <p class="alert alert-warn">This page needs JavaScript. Switch it on in your browser, or call us.</p>
      </noscript>
    </div>
  )
}

function shownAgain(make: () => Promise<Asset>): Shown {
  let made: Promise<Asset> | undefined
  return async (request) => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return answerAsset(await made, request)
  }
}
