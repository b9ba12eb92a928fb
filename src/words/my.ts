import { en } from './en/my'
import { es } from './es/my'
import type { Language } from './language'

export type MyWords = typeof en

const catalogs: Record<Language, MyWords> = { en, es }

export const myWords = (language: Language): MyWords => catalogs[language]
