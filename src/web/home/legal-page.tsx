import type { Deps } from '../../deps'
import { shownPhone } from '../../lib/contact'
import { homeWords } from '../../words/home'
import { formatsFor } from '../../words/formats'
import type { Language } from '../../words/language'
import { answerPage } from '../layout/page'
import type { Visitor } from '../visitor'
import { metaOf } from './listing'

/** The terms or the privacy policy: the office's own text, or the usual one. */
export function legalPage(deps: Deps, visitor: Visitor, kind: 'terms' | 'privacy'): Promise<Response> {
  const words = homeWords(visitor.language)
  const { name } = deps.settings.business
  const own = deps.settings.publicSite[kind]
  const usual = kind === 'terms' ? words.usualTerms : words.usualPrivacy
  return answerPage(deps, visitor, {
    title: words[kind],
    sheets: ['home'],
    listed: true,
    keptForBack: true,
    meta: {
      ...metaOf(deps, visitor.language, `/${kind}`),
      description: `${words[kind]} · ${name}`,
    },
    children: (
      <article class="legal">
        <h1>{words[kind]}</h1>
        {partsOf(own ?? usual(name, contactText(deps, visitor.language))).map((part) =>
          part.startsWith('## ') ? <h2 key={part}>{part.slice(3)}</h2> : <p key={part}>{part}</p>,
        )}
      </article>
    ),
  })
}

/** Paragraphs and headings. A heading is a line of its own that begins with ##. */
const partsOf = (text: string): string[] =>
  text
    .replaceAll(/^(## .*)$/gm, '\n$1\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

function contactText({ settings }: Deps, language: Language): string {
  const words = homeWords(language)
  const { phone, email, postalAddress } = settings.business
  const ways = [phone && shownPhone(phone), email, postalAddress].filter((way) => way !== null)
  return ways.length === 0 ? words.contactAny : words.contactUs(formatsFor(language).list(ways))
}
