import { en } from './en/controls'
import { es } from './es/controls'
import type { Language } from './language'

export type ControlWords = typeof en

const catalogs: Record<Language, ControlWords> = { en, es }

export const controlWords = (language: Language): ControlWords => catalogs[language]

/** Our own words for the refusals of one action, by status. */
export type Refusals = Partial<Record<number, string | ((retryAfterSeconds: number | null) => string)>>

interface Failure {
  /** 0 when no answer came at all. */
  status: number
  message: string
  retryAfterSeconds: number | null
}

/**
 * Why a request failed and what to do about it. The API answers in English and has many reasons for a 409, so an
 * English page shows the API's own; every other failure is told in the words of the catalog.
 */
export function problemWords(language: Language, failure: Failure | null, refusals: Refusals = {}): string {
  const { problems } = controlWords(language)
  if (failure === null) return problems.page
  const { status, message, retryAfterSeconds } = failure
  if (status === 0) return problems.offline
  const own = refusals[status]
  if (typeof own === 'function') return own(retryAfterSeconds)
  if (status === 429 && (retryAfterSeconds !== null || own === undefined))
    return problems.tooMany(retryAfterSeconds ?? 60)
  if (status === 503) return problems.away
  if (status === 409 && language === 'en') return message
  if (own !== undefined && message !== 'Validation failed') return own
  if (status >= 500) return problems.failed
  return { 400: problems.fields, 401: problems.signIn, 404: problems.missing }[status] ?? problems.refused
}
