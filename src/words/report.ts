import { en } from './en/report'
import { es } from './es/report'
import type { Language } from './language'

export type ReportWords = typeof en

const catalogs: Record<Language, ReportWords> = { en, es }

export const reportWords = (language: Language): ReportWords => catalogs[language]
