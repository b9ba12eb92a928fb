import type { ComponentChildren } from 'preact'
import { must } from '../../lib/errors'
import { Asset, askedAgain, answerAsset } from '../assets/asset'
import { bundleOf, type Bundle } from '../assets/bundles'
import type { Entry, Sheet } from '../assets/entries'
import { lookOf } from '../assets/look'
import { languages, otherLanguage, type Language } from '../../words/language'
import { publicWords } from '../../words/public'
import { languageHeaders, visitorOf, type Visitor } from '../visitor'
import { IconSprite } from '../icons/sprite'
import {
  renderDocument,
  htmlType,
  pageHeaders,
  type AppParts as InstalledApp,
  type PageMeta,
} from './document'
import { Banners, Frame, type PageDeps, type SwitchForm } from './frame'

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
  meta?: PageMeta
  /** Set if people can put the page on their home screen. */
  app?: InstalledApp
  /** The color of the franchise that the page is about. */
  color?: string
  /** The title as it is, without the name of the business behind it. */
  wholeTitle?: boolean
  /** The franchise that the page is about; otherwise the company. */
  business?: string
  /** The form that the switch between languages sends; without it the switch is a link. */
  switchForm?: SwitchForm
  /** The page to go on to right away. */
  onwards?: string
  /** The visitor's own browser keeps it for its back button, which has nowhere to go from an answered form. */
  keptForBack?: boolean
  children?: ComponentChildren
}

/** A page made for one visitor and one moment, which no cache keeps. */
export async function answerPage(deps: PageDeps, visitor: Visitor, parts: PageParts): Promise<Response> {
  const keeping = parts.keptForBack ? 'private, no-cache' : 'no-store'
  const headers = {
    'content-type': htmlType,
    ...languageHeaders(deps.config, visitor),
    ...pageHeaders(keeping),
  }
  return new Response(await textOf(deps, visitor, parts), { status: parts.status ?? 200, headers })
}

/** Pictures that need the token: the page's script fetches them. */
const fromScripts = ['blob:']

/** A page that is the same for everyone who reads its language: its script fetches the rest. */
async function constantPage(deps: PageDeps, visitor: Visitor, parts: PageParts): Promise<Asset> {
  const bytes = new Uint8Array(Buffer.from(await textOf(deps, visitor, parts)))
  return new Asset(htmlType, bytes, pageHeaders(askedAgain, { images: fromScripts }))
}

async function textOf(deps: PageDeps, visitor: Visitor, parts: PageParts): Promise<string> {
  const { title, sheets, entry, settings, listed, onwards, children, current, bare, width, switchForm } =
    parts
  const { business = deps.settings.business.name, meta, app, color, wholeTitle = false } = parts
  const bundle = entry === undefined ? undefined : await bundleOf(entry)
  return renderDocument({
    title: wholeTitle ? title : `${title} · ${business}`,
    look: lookOf(deps, color),
    language: visitor.language,
    isOnlyLanguage: visitor.isOnly,
    sheets,
    bundle,
    settings,
    listed,
    meta,
    app,
    onwards,
    children: (
      <Frame
        deps={deps}
        visitor={visitor}
        business={business}
        current={current}
        bare={bare}
        width={width}
        switchForm={switchForm}
      >
        {children}
      </Frame>
    ),
  })
}

type Shown = (request: Request) => Promise<Response>

/** A page in the common frame: made once for each language, and the same from then on. */
export function framedShell(
  deps: PageDeps,
  path: string,
  partsIn: (language: Language) => PageParts | Promise<PageParts>,
): Shown {
  const shells = new Map<Language, Shown>(
    languages.map((language) => {
      const visitor = { language, chosen: null, switchPath: `${path}?lang=${otherLanguage(language)}` }
      const make = async () => {
        const isOnly = deps.settings.languages.offered.length === 1
        return constantPage(deps, { ...visitor, isOnly }, await partsIn(language))
      }
      return [language, shownAgain(deps, make)]
    }),
  )
  return async (request) => {
    const visitor = visitorOf(deps, request)
    const response = await must(shells.get(visitor.language), 'The page')(request)
    for (const [name, value] of Object.entries(languageHeaders(deps.config, visitor)))
      response.headers.set(name, value)
    return response
  }
}

interface AppParts {
  title: string
  entry: Entry
  sheets: Sheet[]
  settings?: () => object
  /** Origins that pictures may come from besides us. */
  images?: string[]
  /** Parts of the bundle that an address needs, so that they load along with the rest. */
  partsFor?: (query: URLSearchParams) => string[]
}

/** An app that fills the window and has no frame but its own: everything is inside `#app`. */
export function appShell(
  deps: PageDeps,
  { title, entry, sheets, settings, images, partsFor }: AppParts,
): Shown {
  const make = async (bundle: Bundle, parts: string[]) => {
    const text = renderDocument({
      title: `${title} · ${deps.settings.business.name}`,
      look: lookOf(deps),
      sheets,
      font: 'inter-latin',
      bundle,
      parts,
      settings: settings?.(),
      children: (
        <>
          <IconSprite />
          <Banners deps={deps} language="en" office />
          <AppRoot language="en" />
        </>
      ),
    })
    return new Asset(
      htmlType,
      new Uint8Array(Buffer.from(text)),
      pageHeaders(askedAgain, { images, fonts: true }),
    )
  }
  /** One for each combination of parts, of which there are few. */
  const shells = new Map<string, Shown>()
  return async (request) => {
    const bundle = await bundleOf(entry)
    const wanted = partsFor?.(new URL(request.url).searchParams) ?? []
    const parts = wanted.filter((part) => Object.hasOwn(bundle.parts, part))
    const key = parts.join(' ')
    const shown = shells.get(key) ?? shownAgain(deps, () => make(bundle, parts))
    shells.set(key, shown)
    return shown(request)
  }
}

/** The place for a page's app. Without scripts it says that the page needs them. */
export function AppRoot({ language }: { language: Language }) {
  return (
    <div id="app">
      <noscript>
        <p class="alert alert-warn">{publicWords(language).needsScript}</p>
      </noscript>
    </div>
  )
}

/** Made once, and again after a change of settings. */
function shownAgain({ settings }: PageDeps, make: () => Promise<Asset>): Shown {
  let made: Promise<Asset> | undefined
  let revision = settings.revision
  return async (request) => {
    if (revision !== settings.revision) made = undefined
    revision = settings.revision
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return answerAsset(await made, request)
  }
}
