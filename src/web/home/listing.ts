import type { Deps } from '../../deps'
import type { Language } from '../../words/language'
import { lookOf } from '../assets/look'
import type { PageMeta } from '../layout/document'

type ListedDeps = Pick<Deps, 'config' | 'settings'>

/** The address of a page in a language. The first language needs nothing added to it. */
function urlOf({ config, settings }: ListedDeps, path: string, language: Language): string {
  const isFirst = settings.languages.offered[0] === language
  return `${config.publicUrl}${path}${isFirst ? '' : `?lang=${language}`}`
}

/** The addresses of a page, and the picture to show with it. */
export function metaOf(
  deps: ListedDeps,
  language: Language,
  path: string,
): Omit<PageMeta, 'description' | 'structured'> {
  const { offered } = deps.settings.languages
  const { logo } = lookOf(deps)
  return {
    canonical: urlOf(deps, path, language),
    alternates:
      offered.length > 1 ? offered.map((one) => ({ language: one, url: urlOf(deps, path, one) })) : [],
    ...(logo ? { image: `${deps.config.publicUrl}${logo.path}` } : {}),
  }
}

/**
 * Nothing but the API is closed to crawlers: private pages tell them not to list them, and they have to read a page
 * to see that.
 */
export const robotsText = ({ config }: ListedDeps): string =>
  `User-agent: *\nDisallow: /api/\n\nSitemap: ${config.publicUrl}/sitemap.xml\n`

/** Every page that may be listed, in every language. */
export function sitemapText(deps: ListedDeps, franchisePaths: string[]): string {
  const paths = ['/', '/book', ...franchisePaths, '/terms', '/privacy']
  const urls = paths.flatMap((path) =>
    deps.settings.languages.offered.map((language) => entryOf(deps, path, language)),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`
}

function entryOf(deps: ListedDeps, path: string, language: Language): string {
  const { canonical, alternates } = metaOf(deps, language, path)
  const others = alternates.map(
    (one) => `<xhtml:link rel="alternate" hreflang="${one.language}" href="${escaped(one.url)}"/>`,
  )
  return `  <url><loc>${escaped(canonical)}</loc>${others.join('')}</url>`
}

const escaped = (url: string): string =>
  url.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
