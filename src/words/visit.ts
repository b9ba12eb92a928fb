import { en } from './en/visit'
import { es } from './es/visit'
import type { Language } from './language'

export type VisitWords = typeof en

const catalogs: Record<Language, VisitWords> = { en, es }

export const visitWords = (language: Language): VisitWords => catalogs[language]
