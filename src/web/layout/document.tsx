import type { ComponentChildren } from 'preact'
import { render } from 'preact-render-to-string'
import type { Bundle } from '../assets/bundles'
import type { Font, Script, Sheet } from '../assets/entries'
import { fixedAssets } from '../assets/fixed'
import type { Look } from '../assets/look'
import type { Language } from '../../words/language'
import { StructuredData } from './structured-data'

/** For search engines and link previews. */
export interface PageMeta {
  description: string
  /** The page's one address, without anything that only chooses or filters. */
  canonical: string
  /** The same page in each language, if there are several. */
  alternates: { language: Language; url: string }[]
  image?: string
  /** About the business, in the words of schema.org. */
  structured?: object
}

/** A page that people can put on the home screen of their phone. */
export interface AppParts {
  name: string
  /** The address of its manifest. */
  manifest: string
  touchIcon: string
}

interface DocumentParts {
  title: string
  language?: Language
  /** There is no other one to switch to. */
  isOnlyLanguage?: boolean
  /** The company's own look. */
  look?: Look
  sheets?: Sheet[]
  /** The font that most of the page is written in. It loads along with the stylesheets. */
  font?: Font
  bundle?: Bundle
  /** Parts of the bundle that the script will want at once. */
  parts?: string[]
  /** No script at all, not even the one that sets the color scheme: the system's applies. */
  scriptless?: boolean
  /** Search engines may list the booking page; nothing else is for them. */
  listed?: boolean
  meta?: PageMeta
  app?: AppParts
  /** The address that the page leads to right away. */
  onwards?: string
  /** The page opens again after this time. */
  refreshSeconds?: number
  /** A small script of the page, which needs no bundle. */
  script?: Script
  /** Data for the script of the page, read from the attribute of the root. */
  settings?: object
  children?: ComponentChildren
}

/** The whole page as text. Preact escapes everything put into it. */
export function renderDocument(parts: DocumentParts): string {
  const {
    title,
    language = 'en',
    isOnlyLanguage = false,
    look,
    sheets = [],
    font,
    bundle,
    parts: wanted = [],
    scriptless = false,
    listed = false,
    meta,
    app,
    onwards,
    refreshSeconds,
    script,
    settings,
    children,
  } = parts
  const early = new Set([...(bundle?.imports ?? []), ...wanted.flatMap((part) => bundle?.parts[part] ?? [])])
  const html = render(
    <html lang={language} data-only-language={isOnlyLanguage ? '' : undefined}>
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {!listed && <meta name="robots" content="noindex" />}
        {app && <AppTags app={app} />}
        {meta && <MetaTags meta={meta} title={title} language={language} />}
        {onwards !== undefined && <meta http-equiv="refresh" content={`0;url=${onwards}`} />}
        {refreshSeconds !== undefined && <meta http-equiv="refresh" content={String(refreshSeconds)} />}
        {/* Sets the chosen scheme before the first paint, so a page never flashes in the other one. */}
        {!scriptless && <script src={fixedAssets.script('scheme')} />}
        {script && <script src={fixedAssets.script(script)} defer />}
        {font && (
          <link
            rel="preload"
            as="font"
            type="font/woff2"
            href={fixedAssets.font(font)}
            crossOrigin="anonymous"
          />
        )}
        {(['base', ...sheets] as Sheet[]).map((sheet) => (
          <link key={sheet} rel="stylesheet" href={fixedAssets.sheet(sheet)} />
        ))}
        {look?.sheet && <link rel="stylesheet" href={look.sheet} />}
        <link
          rel="icon"
          type={look?.logo?.type ?? 'image/svg+xml'}
          href={look?.logo?.path ?? fixedAssets.mark()}
        />
        {[...early].map((path) => (
          <link key={path} rel="modulepreload" href={path} />
        ))}
        {bundle && <script type="module" src={bundle.script} />}
      </head>
      <body data-settings={settings === undefined ? undefined : JSON.stringify(settings)}>{children}</body>
    </html>,
  )
  return `<!doctype html>${html}`
}

/** The grounds of tokens.css, which the bar of the phone continues. */
const grounds = { light: '#f7f8f9', dark: '#0f1113' }

const AppTags = ({ app }: { app: AppParts }) => (
  <>
    <link rel="manifest" href={app.manifest} />
    <link rel="apple-touch-icon" href={app.touchIcon} />
    <meta name="apple-mobile-web-app-title" content={app.name} />
    <meta name="theme-color" media="(prefers-color-scheme: light)" content={grounds.light} />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content={grounds.dark} />
  </>
)

const locales: Record<Language, string> = { en: 'en_US', es: 'es_US' }

function MetaTags({ meta, title, language }: { meta: PageMeta; title: string; language: Language }) {
  const { description, canonical, alternates, image, structured } = meta
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={canonical} />
      {alternates.map((one) => (
        <link key={one.language} rel="alternate" hreflang={one.language} href={one.url} />
      ))}
      {alternates[0] && <link rel="alternate" hreflang="x-default" href={alternates[0].url} />}
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={locales[language]} />
      {image !== undefined && <meta property="og:image" content={image} />}
      {structured && <StructuredData about={structured} />}
    </>
  )
}

interface PolicyNeeds {
  /** Origins that pictures may come from besides us, such as a configured tile server. */
  images?: string[]
  /** The page has a font of its own. */
  fonts?: boolean
  /** The page has no script, and none may run. */
  scriptless?: boolean
  /** Elements are styled in place; style elements and foreign sheets stay forbidden. */
  styleAttributes?: boolean
  /** Other origins that a form may redirect to. */
  forms?: string[]
}

/** Scripts, styles and requests are ours alone; nothing is inline, so nothing injected runs. */
function contentPolicy(needs: PolicyNeeds = {}): string {
  const { images = [], fonts = false, scriptless = false, styleAttributes = false, forms = [] } = needs
  return [
    "default-src 'none'",
    ...(scriptless ? [] : ["script-src 'self'", "connect-src 'self'", "worker-src 'self'"]),
    "style-src 'self'",
    ...(styleAttributes ? ["style-src-attr 'unsafe-inline'"] : []),
    ...(fonts ? ["font-src 'self'"] : []),
    ['img-src', "'self'", 'data:', ...images].join(' '),
    "manifest-src 'self'",
    ['form-action', "'self'", ...forms].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The headers of every page, in addition to those of every answer. */
export function pageHeaders(cacheControl: string, needs?: PolicyNeeds): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(needs),
    'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=()',
    'cache-control': cacheControl,
  }
}

export const htmlType = 'text/html; charset=utf-8'
