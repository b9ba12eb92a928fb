import { en } from './en/checkout'
import { es } from './es/checkout'
import type { Language } from './language'

export type CheckoutWords = typeof en

const catalogs: Record<Language, CheckoutWords> = { en, es }

export const checkoutWords = (language: Language): CheckoutWords => catalogs[language]
