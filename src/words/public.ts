import { en } from './en/public'
import { es } from './es/public'
import type { Language } from './language'

export type PublicWords = typeof en

const catalogs: Record<Language, PublicWords> = { en, es }

export const publicWords = (language: Language): PublicWords => catalogs[language]
