import { en } from './en/book-area'
import { es } from './es/book-area'
import type { Language } from './language'

export type AreaWords = typeof en

const catalogs: Record<Language, AreaWords> = { en, es }

export const areaWords = (language: Language): AreaWords => catalogs[language]
