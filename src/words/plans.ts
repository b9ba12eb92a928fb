import { en } from './en/plans'
import { es } from './es/plans'
import { formatsFor } from './formats'
import { howOften, type Frequency } from './how-often'
import { languages, type Language } from './language'

export type PlanWords = typeof en

const catalogs: Record<Language, PlanWords> = { en, es }

export const planWords = (language: Language): PlanWords => catalogs[language]

/** An offer, as far as its words need it. */
export interface OfferShown extends Frequency {
  business: string
  serviceType: string
  address: string
  taxCents: number
  totalCents: number
  /** The first visit, YYYY-MM-DD; null for about a week after the customer accepts. */
  first: string | null
  /** The plan runs already, and these are new terms. */
  isChange: boolean
}

/** The words that a customer agrees to, kept word for word with the plan. */
export function planConsent(language: Language, offer: OfferShown): string {
  const words = catalogs[language]
  const { money, dateOf } = formatsFor(language)
  const amount = money(offer.totalCents)
  const terms = {
    business: offer.business,
    service: offer.serviceType,
    address: offer.address,
    howOften: howOften(language, offer).toLowerCase(),
    amount: offer.taxCents > 0 ? words.withTax(amount) : amount,
  }
  if (offer.isChange) return words.consentToChange(terms)
  return words.consent({ ...terms, first: offer.first === null ? null : dateOf(offer.first) })
}

/** The language of a consent, if these are the words of this offer in one of the languages. */
export const languageOfPlanConsent = (text: string, offer: OfferShown): Language | null =>
  languages.find((language) => planConsent(language, offer) === text) ?? null
