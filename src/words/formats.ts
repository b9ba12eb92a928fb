import type { Language } from './language'

/** Money, dates and times the way people in the US read them, in their language. */
export interface Formats {
  /** `$1,299.00`. */
  money(cents: number): string
  /** `8.81%`, from 881. */
  percent(basisPoints: number): string
  /** `Monday, March 2`. */
  day(at: number, timeZone: string): string
  /** `Mon, Mar 2`, as beside an arrival window. */
  visitDay(at: number, timeZone: string): string
  /** `Mar 2, 2026`. */
  date(at: number, timeZone: string): string
  /** `1:00 PM`. */
  time(at: number, timeZone: string): string
  /** `1–3 PM`, `10:30 AM–12:00 PM`. */
  span(start: number, end: number, timeZone: string): string
  /** The same with minutes, for lists where some times have them: `1:00–3:00 PM`. */
  exactSpan(start: number, end: number, timeZone: string): string
  /** The same for a calendar date such as `2026-03-02`, which is the same day everywhere. */
  dayOf(date: string): string
  dateOf(date: string): string
  shortDayOf(date: string): string
  /** `Monday`. */
  weekdayNameOf(date: string): string
  /** An arrival window from its label: `08:00-10:00` is `8–10 AM`. Null for anything else. */
  window(label: string): string | null
  /** A promised arrival: `Tue, Nov 17` and `arriving 12–2 PM`. Null if the label is no arrival window. */
  arrival(date: string, label: string): { day: string; time: string } | null
  /** `1 hr 30 min`, in Spanish `1 h 30 min`. */
  duration(minutes: number): string
  /** `gutters, roof and windows`. */
  list(words: string[]): string
  /** The form of a word that goes with a count. */
  plural(count: number, forms: { one: string; other: string }): string
  /** `Pacific Time`. */
  timeZone(name: string): string
  /** `PT`. */
  shortTimeZone(name: string): string
}

const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' }
/** American English would put a comma before the `and`. */
const listLocales: Record<Language, string> = { en: 'en-GB', es: 'es-US' }
/** Intl would write `1 hr, 30 min`. */
const hourWords: Record<Language, string> = { en: 'hr', es: 'h' }
/** Spanish writes days and months out: `mar, 3 de mar` would have Tuesday and March in the same letters. */
const longStyles: Record<Language, Style> = { en: {}, es: { weekday: 'long', month: 'long' } }
const arrivalWords: Record<Language, string> = { en: 'arriving', es: 'llegada' }

const made = new Map<Language, Formats>()

/** Intl's formatters are slow to make, so each language keeps its own. */
export function formatsFor(language: Language): Formats {
  const known = made.get(language)
  if (known) return known
  const formats = makeFormats(language)
  made.set(language, formats)
  return formats
}

type Style = Intl.DateTimeFormatOptions

const styles = {
  day: { weekday: 'long', month: 'long', day: 'numeric' },
  date: { month: 'short', day: 'numeric', year: 'numeric' },
  weekdayName: { weekday: 'long' },
  shortDay: { month: 'short', day: 'numeric' },
  visitDay: { weekday: 'short', month: 'short', day: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
  hour: { hour: 'numeric' },
  timeZone: { timeZoneName: 'longGeneric' },
  shortTimeZone: { timeZoneName: 'shortGeneric' },
} as const satisfies Record<string, Style>

const clockRange = /^(\d{1,2})(?::(\d{2}))?-(\d{1,2})(?::(\d{2}))?$/

function makeFormats(language: Language): Formats {
  const locale = locales[language]
  const moments = new Map<string, Intl.DateTimeFormat>()
  const moment = (style: keyof typeof styles, timeZone: string): Intl.DateTimeFormat => {
    const key = `${style} ${timeZone}`
    const known = moments.get(key)
    if (known) return known
    const long = Object.entries(longStyles[language]).filter(([part]) => part in styles[style])
    const fresh = new Intl.DateTimeFormat(locale, {
      ...styles[style],
      ...Object.fromEntries(long),
      timeZone,
    })
    moments.set(key, fresh)
    return fresh
  }
  const currency = onFirstUse(() => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }))
  const share = onFirstUse(
    () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
  )
  const joined = onFirstUse(() => new Intl.ListFormat(listLocales[language], { type: 'conjunction' }))
  const counts = onFirstUse(() => new Intl.PluralRules(locale))
  /** In Spanish, `martes 3 de marzo` fits into a sentence, and Intl's comma wouldn't. */
  const dayText = (shown: string): string =>
    language === 'es' ? plain(shown).replace(/^(\p{L}+), /u, '$1 ') : plain(shown)
  const onDate = (date: string, style: keyof typeof styles): string => {
    const at = Date.parse(`${date.slice(0, 10)}T12:00:00Z`)
    return Number.isNaN(at) ? date : dayText(moment(style, 'UTC').format(at))
  }
  const range = (style: 'time' | 'hour', start: number, end: number, timeZone: string): string =>
    plain(moment(style, timeZone).formatRange(start, end)).replaceAll(/ ?– ?/g, '–')
  const zoneName = (style: 'timeZone' | 'shortTimeZone', name: string): string =>
    moment(style, name)
      .formatToParts(0)
      .find(({ type }) => type === 'timeZoneName')?.value ?? name
  const span = (start: number, end: number, timeZone: string): string => {
    const hasMinutes = [start, end].some((at) => minuteAt(at, timeZone) !== 0)
    return range(hasMinutes ? 'time' : 'hour', start, end, timeZone)
  }
  const window = (label: string): string | null => {
    const range = clockRange.exec(label.trim())
    if (!range) return null
    const [fromHour, fromMinute, toHour, toMinute] = range.slice(1).map((part) => Number(part ?? 0))
    const at = (hour = 0, minute = 0) => Date.UTC(2026, 0, 5, hour, minute)
    return span(at(fromHour, fromMinute), at(toHour, toMinute), 'UTC')
  }
  return {
    money: (cents) => currency().format(cents / 100),
    percent: (basisPoints) => share().format(basisPoints / 10_000),
    day: (at, timeZone) => dayText(moment('day', timeZone).format(at)),
    visitDay: (at, timeZone) => dayText(moment('visitDay', timeZone).format(at)),
    date: (at, timeZone) => plain(moment('date', timeZone).format(at)),
    time: (at, timeZone) => plain(moment('time', timeZone).format(at)),
    span,
    exactSpan: (start, end, timeZone) => range('time', start, end, timeZone),
    dayOf: (date) => onDate(date, 'day'),
    dateOf: (date) => onDate(date, 'date'),
    shortDayOf: (date) => onDate(date, 'shortDay'),
    weekdayNameOf: (date) => onDate(date, 'weekdayName'),
    window,
    arrival: (date, label) => {
      const hours = window(label)
      return hours === null
        ? null
        : { day: onDate(date, 'visitDay'), time: `${arrivalWords[language]} ${hours}` }
    },
    duration: (minutes) => {
      const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
      return [hours > 0 && `${hours} ${hourWords[language]}`, (rest > 0 || hours === 0) && `${rest} min`]
        .filter(Boolean)
        .join(' ')
    },
    list: (words) => joined().format(words),
    plural: (count, { one, other }) => (counts().select(count) === 'one' ? one : other),
    timeZone: (name) => zoneName('timeZone', name),
    shortTimeZone: (name) => zoneName('shortTimeZone', name),
  }
}

/** A page that shows no list of words doesn't wait for its formatter. */
function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

const minuteFormats = new Map<string, Intl.DateTimeFormat>()

function minuteAt(at: number, timeZone: string): number {
  const format =
    minuteFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { minute: 'numeric', timeZone })
  minuteFormats.set(timeZone, format)
  return Number(format.format(at))
}

/** Intl puts narrow spaces before AM and PM, which would double the price of a text message. */
const plain = (shown: string): string => shown.replaceAll(/\s/g, ' ')

/** A phone number as people in the US write it: `(303) 555-0100`. Other numbers stay as they are. */
export function formatPhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length === 10 && !/^\+(?!1)/.test(phone.trim())
    ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
    : phone
}

/** For a day or a list that begins a sentence: Spanish writes its days in small letters. */
export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** For times and short dates in running text: `2:00 PM` and `Mar 3` stay on one line. */
export const unbroken = (text: string): string =>
  text
    .replaceAll(/(\d) (?=[AP]M\b|[ap]\.m\.)/g, '$1\u00A0')
    .replaceAll(/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (?=\d)/g, '$1\u00A0')

/** The name to greet someone by: `Maria` of Maria Lopez. Empty where there is none. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
