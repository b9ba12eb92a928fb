import { bookWords } from '../../words/book'
import { formatsFor } from '../../words/formats'
import type { Language } from '../../words/language'

const wishes = ['morning', 'afternoon', 'any'] as const

const wishOf = (label: string) => wishes.find((wish) => wish === label)

/** An arrival window as people read it: `Morning`, or `08:00-10:00` as 8–10 AM. */
export function windowWords(language: Language, label: string): { name: string; hours: string } {
  const wish = wishOf(label)
  return wish === undefined
    ? { name: formatsFor(language).window(label) ?? label, hours: '' }
    : bookWords(language).time[wish]
}

/** A day and a time on it, apart because a time should not break across two lines. */
export interface When {
  day: string
  time: string | null
}

export const inWords = ({ day, time }: When): string => (time === null ? day : `${day}, ${time}`)

/**
 * `Wednesday, March 4` and `1:00 PM`, in the time zone of the place: that is where everyone will be. The planned end
 * is only our estimate, so customers aren't told it.
 */
export function visitTime(language: Language, start: number, timeZone: string): When {
  const formats = formatsFor(language)
  return { day: formats.day(start, timeZone), time: formats.time(start, timeZone) }
}

/** `Tue, Mar 3` and `arriving 12–2 PM`; a wish is `Tuesday, March 3` and `in the afternoon`. */
export function slotWords(language: Language, date: string, window: string | null): When {
  const formats = formatsFor(language)
  const day = formats.dayOf(date)
  if (window === null || window === '') return { day, time: null }
  const arrival = formats.arrival(date, window)
  if (arrival) return arrival
  const wish = wishOf(window)
  const time = wish === undefined ? windowWords(language, window).name : bookWords(language).time[wish].inText
  return { day, time }
}
