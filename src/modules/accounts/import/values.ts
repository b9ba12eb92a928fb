import type { Cents } from '../../../lib/money'
import { oneLine } from '../../../lib/text'

/** Excel writes numbers that are text as `="2"`, and our own exports defuse formulas with an apostrophe. */
export const cleanCell = (cell: string): string =>
  cell
    .toWellFormed()
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'(?=[=+\-@])/, '')
    .trim()

/** A clean cell on one line. Most cells are that already. */
export const cleanLine = (cell: string, longest: number): string =>
  (/^[\x20-\x7e]*$/.test(cell) ? cell : oneLine(cell)).slice(0, longest).trim()

/** Lists in one cell are divided by commas, semicolons, bars or lines. */
export const listIn = (cell: string): string[] =>
  cleanCell(cell)
    .split(/[,;|\n]|:::/)
    .map((part) => part.trim())
    .filter(Boolean)

export const isYes = (cell: string): boolean => /^(?:yes|y|true|1|x|on)$/i.test(cleanCell(cell))

const mostCents = 1_000_000_000

/** `$1,234.50` in cents; null if it isn't an amount of US dollars that we could have charged. */
export function centsIn(text: string): Cents | null {
  const plain = text.replaceAll(/[\s$]|usd/gi, '')
  const [, whole, part = ''] = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2})0*)?\.?$/.exec(plain) ?? []
  if (whole === undefined) return null
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'))
  return cents <= mostCents ? cents : null
}

/** A local date, and the minute of the day if the file names a time. */
export interface When {
  date: Temporal.PlainDate
  minute: number | null
  /** Set if the text names its own time zone. */
  at?: number
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthOf = (name: string): number => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

const timeForm = /(?:^|[\sT,])(\d{1,2})(?::(\d{2}))?(?::\d{2}(?:\.\d+)?)?\s*([ap])\.?m\b|(\d{1,2}):(\d{2})/i

/** `9:00 AM`, `9 am` or `14:30` as a minute of the day. */
export function minuteIn(text: string): number | null {
  const [, hour12, minute12 = '0', half, hour24, minute24] = timeForm.exec(text) ?? []
  const minute = Number(minute24 ?? minute12)
  const hour =
    hour12 === undefined ? Number(hour24) : (Number(hour12) % 12) + (/p/i.test(half ?? '') ? 12 : 0)
  const isTime = hour <= 23 && minute <= 59 && (hour12 === undefined || Number(hour12) <= 12)
  return isTime ? hour * 60 + minute : null
}

/**
 * Dates as US software writes them: `2026-03-02`, `3/2/2026` (the month first) or `Mar 2, 2026`, each with or
 * without a time. Null if it is something else; a day that comes first is never guessed.
 */
export function whenIn(text: string): When | null {
  const exact = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(?:Z|UTC|[+-]\d{2}:?\d{2})$/i.test(text)
  if (exact) {
    const at = Date.parse(
      text
        .replace(' ', 'T')
        .replace(/ ?(?:utc)$/i, 'Z')
        .replaceAll(' ', ''),
    )
    if (Number.isNaN(at)) return null
    return {
      date: Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC').toPlainDate(),
      minute: 0,
      at,
    }
  }
  const parts = datePartsIn(text)
  if (!parts) return null
  const { year, month, day, rest } = parts
  try {
    const date = Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
    return { date, minute: rest.trim() === '' ? null : minuteIn(rest) }
  } catch {
    return null
  }
}

function datePartsIn(text: string): { year: number; month: number; day: number; rest: string } | null {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/.exec(text)
  if (iso) return partsOf(text, iso, [iso[1], Number(iso[2]), iso[3]])
  const american = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4}|\d{2})(?!\d)/.exec(text)
  if (american) return partsOf(text, american, [american[3], Number(american[1]), american[2]])
  const named = /^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/i.exec(text)
  if (named) return partsOf(text, named, [named[3], monthOf(named[1] ?? ''), named[2]])
  return null
}

function partsOf(
  text: string,
  found: RegExpExecArray,
  [year = '', month, day = '']: [string | undefined, number, string | undefined],
) {
  const full = year.length === 2 ? 2000 + Number(year) : Number(year)
  if (full < 1970 || full > 2200) return null
  return { year: full, month, day: Number(day), rest: text.slice(found[0].length) }
}

/** The moment in UTC. A date without a time counts from `otherwise`, a minute of the day. */
export function momentOf({ date, minute, at }: When, timeZone: string, otherwise: number): number {
  if (at !== undefined) return at
  const minutes = minute ?? otherwise
  return date.toZonedDateTime({
    timeZone,
    plainTime: new Temporal.PlainTime(Math.floor(minutes / 60), minutes % 60),
  }).epochMilliseconds
}

/** The outcome of a job in other software's words; null if the words don't tell. */
export function endingIn(status: string): 'completed' | 'cancelled' | 'no_show' | 'open' | null {
  const text = status.toLowerCase()
  if (text === '') return null
  if (/no.?show/.test(text)) return 'no_show'
  if (/cancel|declin|lost|deleted|void/.test(text)) return 'cancelled'
  if (/^(?:not|un|in)[\s-]?(?:complete|finished|done)/.test(text)) return 'open'
  if (/complete|done|finished|closed|invoic|paid|archived/.test(text)) return 'completed'
  return 'open'
}
