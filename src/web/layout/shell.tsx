import type { Config } from '../../config'
import { demoProviders } from '../../providers/demo'
import { answerAsset } from '../assets/answer'
import { Asset, askedAgain } from '../assets/asset'
import { bundleOf } from '../assets/bundles'
import type { Entry, Sheet } from '../assets/entries'
import { DemoBanner } from './demo-banner'
import { renderDocument } from './document'
import { htmlType, pageHeaders } from './headers'
import { constantPage, type PageParts } from './page'

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
          <DemoBanner demo={demoProviders(config)} />
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
