import { en } from './en/book'
import { es } from './es/book'
import type { Language } from './language'

export type BookWords = typeof en

const catalogs: Record<Language, BookWords> = { en, es }

export const bookWords = (language: Language): BookWords => catalogs[language]
