import { en } from './en/cards'
import { es } from './es/cards'
import { capitalized } from './formats'
import { languages, type Language } from './language'

export type CardWords = typeof en

const catalogs: Record<Language, CardWords> = { en, es }

export const cardWords = (language: Language): CardWords => catalogs[language]

/** The language of a consent, if these are our current words in one of the languages. */
export const languageOfConsent = (text: string, business: string): Language | null =>
  languages.find((language) => catalogs[language].consent(business) === text) ?? null

const brandNames = new Map([
  ['amex', 'American Express'],
  ['american_express', 'American Express'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['mastercard', 'Mastercard'],
  ['unionpay', 'UnionPay'],
  ['eftpos_au', 'Eftpos'],
  ['cartes_bancaires', 'Cartes Bancaires'],
])

/** `American Express`, from the processor's `amex`. */
export const cardBrand = (brand: string): string => brandNames.get(brand.toLowerCase()) ?? capitalized(brand)

interface Expiry {
  expMonth: number
  expYear: number
}

/** `04/2027`, as it is printed on a card. */
export const expiryOf = ({ expMonth, expYear }: Expiry): string =>
  `${String(expMonth).padStart(2, '0')}/${expYear}`
