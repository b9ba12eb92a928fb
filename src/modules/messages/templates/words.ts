import { z } from 'zod'
import { oneLine } from '../../../lib/one-line'

const longest = 500

/**
 * What somebody outside wrote, made harmless: one line, and nothing in it that a mail program or a
 * phone would turn into a link. Only spaces are put in, so that no second link appears by taking away.
 */
export function harmless(written: string): string {
  return oneLine(written.replaceAll(/[\u202a-\u202e\u2066-\u2069\ufeff\u200b]/g, ''))
    .replaceAll(/(?<=\p{L}):(?=\S)|:(?=[^\s\d])/gu, ': ')
    .replaceAll(/\/(?=\/)/g, '/ ')
    .replaceAll(/(?<=[\p{L}\p{N}_-])([.\u3002\uff0e\uff61])(?=[\p{L}_-]{2})/gu, '$1 ')
    .trim()
    .slice(0, longest)
}

/** A field that holds words of a customer or of anyone else outside. */
export const written = z.string().transform(harmless)
export const writtenOrNone = written.nullish().transform((words) => (words ? words : null))

export const money = z.number().int()

/** Our own pages and the processor's: only services put them into a message. */
export const webLink = z.url({ protocol: /^https?$/ })

export const zone = z.string().refine(isTimeZone, { error: 'is not a time zone' })

function isTimeZone(name: string): boolean {
  try {
    formatter(name, 'day')
    return true
  } catch {
    return false
  }
}

const styles = {
  day: { weekday: 'long', month: 'long', day: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
} as const
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timeZone: string, style: keyof typeof styles): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { ...styles[style], timeZone })
  formatters.set(key, made)
  return made
}

/** `Monday, March 2`. */
export const dayOf = (at: number, timeZone: string): string => plain(formatter(timeZone, 'day').format(at))

/** `9:00 AM`. */
export const timeOf = (at: number, timeZone: string): string => plain(formatter(timeZone, 'time').format(at))

/** Intl puts narrow spaces before AM and PM, which would double the price of a text message. */
const plain = (shown: string) => shown.replaceAll(/\s/g, ' ')

/** A booking's day is a local date or whatever the customer's page sent. */
export function preferredDay(date: string | null): string | null {
  if (date === null) return null
  const day = /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0]
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T12:00:00Z`)
  return Number.isNaN(at) ? date : dayOf(at, 'UTC')
}
