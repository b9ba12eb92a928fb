import { en } from './en/texts'
import { es } from './es/texts'
import type { Language } from './language'

export type TextWords = typeof en

const catalogs: Record<Language, TextWords> = { en, es }

export const textWords = (language: Language): TextWords => catalogs[language]
