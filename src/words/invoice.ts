import { en } from './en/invoice'
import { es } from './es/invoice'
import type { Language } from './language'

export type InvoiceWords = typeof en

const catalogs: Record<Language, InvoiceWords> = { en, es }

export const invoiceWords = (language: Language): InvoiceWords => catalogs[language]
