import type { Config } from '../config'
import type { Deps } from '../deps'
import { addressOf } from '../http/request'
import {
  isLanguage,
  otherLanguage,
  preferredLanguage,
  spokenLanguage,
  type Language,
} from '../words/language'

/** The person in front of a page: the language they read, and where the switch to the other one leads. */
export interface Visitor {
  language: Language
  switchPath: string
  /** Set when this very request chose the language: the browser then remembers it. */
  chosen: Language | null
  /** The business offers no other language. */
  isOnly: boolean
}

const cookieName = 'language'
const keptSeconds = 365 * 24 * 3600

/**
 * A choice in the address comes first, then a remembered one, then the one stored with the
 * customer the page is about, then the browser's own languages.
 */
export function visitorOf(
  { settings }: Pick<Deps, 'settings'>,
  request: Request,
  stored: Language | null = null,
): Visitor {
  const { offered } = settings.languages
  const url = addressOf(request)
  const asked = url.searchParams.get('lang')
  const chosen = isLanguage(asked) && offered.includes(asked) ? asked : null
  const wanted =
    chosen ??
    rememberedIn(request.headers.get('cookie')) ??
    stored ??
    preferredLanguage(request.headers.get('accept-language'))
  const language = spokenLanguage(wanted, offered)
  return {
    language,
    chosen,
    isOnly: offered.length === 1,
    // Two slashes at the start would lead to another host.
    switchPath: `${url.pathname.replace(/^\/+/, '/')}?${kept(url.searchParams, otherLanguage(language))}`,
  }
}

/** The parts of an address that our pages read; anything else a stranger may have put there. */
const ownParameters = [
  'address',
  'zip',
  'noted',
  'service',
  'promo',
  'from',
  'look',
  'checkout',
  'session',
  'tab',
]

function kept(query: URLSearchParams, lang: Language): string {
  const own = [...query].filter(([name]) => ownParameters.includes(name))
  return new URLSearchParams([...own, ['lang', lang]]).toString()
}

function rememberedIn(cookies: string | null): Language | null {
  const value = /(?:^|;\s*)language=(\w+)/.exec(cookies ?? '')?.[1]
  return isLanguage(value) ? value : null
}

/** Sent with every page that speaks the visitor's language, so that no cache gives it to someone else. */
export function languageHeaders(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { language, chosen }: Visitor,
): Record<string, string> {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return {
    'content-language': language,
    vary: 'Accept-Encoding, Accept-Language, Cookie',
    ...(chosen === null
      ? {}
      : { 'set-cookie': `${cookieName}=${chosen}; Path=/; Max-Age=${keptSeconds}; SameSite=Lax${secure}` }),
  }
}
