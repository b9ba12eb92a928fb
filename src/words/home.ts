import { en } from './en/home'
import { es } from './es/home'
import type { Language } from './language'

export type HomeWords = typeof en

const catalogs: Record<Language, HomeWords> = { en, es }

export const homeWords = (language: Language): HomeWords => catalogs[language]
