import { en } from './en/work'
import { es } from './es/work'
import type { Language } from './language'

export type WorkWords = typeof en

const catalogs: Record<Language, WorkWords> = { en, es }

export const workWords = (language: Language): WorkWords => catalogs[language]
