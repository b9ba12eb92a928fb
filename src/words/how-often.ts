import type { Language } from './language'

const words = {
  en: {
    weeks: (count: number) => (count === 1 ? 'Every week' : `Every ${count} weeks`),
    months: (count: number) => (count === 1 ? 'Every month' : `Every ${count} months`),
    year: 'Once a year',
  },
  es: {
    weeks: (count: number) => (count === 1 ? 'Cada semana' : `Cada ${count} semanas`),
    months: (count: number) => (count === 1 ? 'Cada mes' : `Cada ${count} meses`),
    year: 'Una vez al año',
  },
} satisfies Record<Language, unknown>

/** Every few months, or every few weeks where those are set. */
export interface Frequency {
  intervalMonths: number
  intervalWeeks?: number | null | undefined
}

/** `Every 3 months`. */
export function howOften(language: Language, { intervalMonths, intervalWeeks }: Frequency): string {
  const { weeks, months, year } = words[language]
  if (intervalWeeks) return weeks(intervalWeeks)
  return intervalMonths === 12 ? year : months(intervalMonths)
}
