import { en } from './en/emails'
import { es } from './es/emails'
import type { Language } from './language'

export type EmailWords = typeof en

const catalogs: Record<Language, EmailWords> = { en, es }

export const emailWords = (language: Language): EmailWords => catalogs[language]
