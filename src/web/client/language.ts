import { problemWords, type Refusals } from '../../words/controls'
import { isLanguage, type Language } from '../../words/language'
import { ApiError } from '../api-error'

/** The language that the server wrote this page in. */
export function pageLanguage(): Language {
  const lang = typeof document === 'undefined' ? null : document.documentElement.lang
  return isLanguage(lang) ? lang : 'en'
}

interface Languages {
  page: Language
  /** Chosen with the switch: it is in the address. */
  asked: Language | null
  /** This browser remembers an earlier choice. */
  isRemembered: boolean
  /** The business offers no other language. */
  isOnly?: boolean
}

export function currentLanguages(): Languages {
  const asked = new URLSearchParams(location.search).get('lang')
  return {
    page: pageLanguage(),
    asked: isLanguage(asked) ? asked : null,
    isRemembered: /(?:^|;\s*)language=/.test(document.cookie),
    isOnly: 'onlyLanguage' in document.documentElement.dataset,
  }
}

/** The next thing to do about a person's stored language, if anything. */
export type LanguageStep = { store: Language } | { show: Language } | null

/** A choice in the address is stored. Otherwise the stored language is shown, unless this device has chosen another. */
export function customerStep(
  { page, asked, isRemembered, isOnly }: Languages,
  stored: Language | null,
): LanguageStep {
  if (isOnly) return null
  if (asked !== null) return asked === stored ? null : { store: asked }
  if (stored === null) return { store: page }
  return stored === page || isRemembered ? null : { show: stored }
}

/** The same for technicians. HQ may have chosen for them, so the stored language also wins over the device's. */
export function technicianStep({ page, asked, isOnly }: Languages, stored: Language | null): LanguageStep {
  if (isOnly) return null
  if (asked !== null) return asked === stored ? null : { store: asked }
  return stored === null || stored === page ? null : { show: stored }
}

/** Opens this page in another language. An address that names a language is never left again, so this can't loop. */
export function showIn(language: Language): void {
  const url = new URL(location.href)
  url.searchParams.set('lang', language)
  location.replace(url)
}

/** Once the choice is stored, the address need not repeat it. A page kept from before may not show it yet. */
export function settleAddress(): void {
  const { page, asked } = currentLanguages()
  if (asked !== page) return
  const url = new URL(location.href)
  url.searchParams.delete('lang')
  history.replaceState(null, '', url)
}

/** Does something with the API; a failure reads in the language of the page. */
export async function explained<T>(work: () => Promise<T>, refusals?: Refusals): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    const failure = error instanceof ApiError ? error : null
    const message = problemWords(pageLanguage(), failure, refusals)
    throw new ApiError(message, failure?.status ?? 500, failure?.details, failure?.retryAfterSeconds)
  }
}
