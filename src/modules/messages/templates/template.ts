import { z } from 'zod'
import { isClockWindow } from '../../../lib/hours'
import { harmless, isTimeZone } from '../../../lib/text'
import { emailWords, type EmailWords } from '../../../words/emails'
import { formatsFor, type Formats } from '../../../words/formats'
import type { Language } from '../../../words/language'
import { textWords, type TextWords } from '../../../words/texts'
import { cleaned } from './cleaned'

export interface MessageTemplate<S extends z.ZodType = z.ZodType> {
  /** The data that has to be queued with it. Checked when it is sent, not when it is queued. */
  data: S
  email?(data: z.output<S>, brand: Brand): Draft
  /** The words, alone or followed by lines that stay whatever the office writes instead of the words. */
  sms?(data: z.output<S>, brand: Brand): string | [words: string, ...ours: string[]]
  /** Files that are made from the data when the email is sent. */
  attach?(data: z.output<S>, brand: Brand, now: number): Attachment[]
  /** Its data is blanked once it is sent, and HQ does not see its text. */
  secret?: true
  /** May come with files. */
  files?: true
  /** Sent to many: customers who opted out are skipped, and every email can be unsubscribed from. */
  bulk?: true
  /** For the people who run the business, whose console is in English too. */
  english?: true
  /** Not worth sending after this many milliseconds. */
  usefulFor?: number
  /** Not worth sending after this time. */
  usefulUntil?(data: z.output<S>): number
}

export const template = <S extends z.ZodType>(made: MessageTemplate<S>): MessageTemplate => made

export interface Attachment {
  name: string
  type: string
  bytes: Uint8Array
}

/** The sender of a message, its reader's language, and the lines added to its text. */
export interface Brand {
  name: string
  /** `#rrggbb`. */
  color: string
  logoUrl: string | null
  /** In pixels; the usual height if it isn't known. */
  logoHeight?: number | undefined
  phone: string | null
  email: string | null
  postalAddress: string | null
  /** The address of our own pages; never ends with a slash. */
  site: string
  /** The page of the booking that the message is about. Null where the reader may not be its customer. */
  bookingUrl: string | null
  /** Confirms the booking, for its customer alone. */
  confirmUrl: string | null
  /** Other pages for the customer of the booking alone. */
  links: BookingLinks | null
  /** The page of the maintenance plan that the message is about. */
  planUrl: string | null
  language: Language
  /** The time zone of the franchise, or of the business. */
  timeZone: string
  /** On a receipt: the card that paid, such as `visa` and 4242. */
  card: { brand: string | null; last4: string } | null
  /** Otherwise customers call to pay. */
  paysOnline: boolean
  /** True where every message has to say that payments are simulated. */
  simulated: boolean
  /** The reference of the job that the message is about, such as TR-7K2Q9. */
  reference: string | null
}

export interface BookingLinks {
  /** Confirms the time of the visit. */
  visit: string
  /** Chooses another time, once the customer has signed in. */
  change: string
  /** Shows where the technician is. */
  track: string
  /** Asks how the visit went. */
  rate: string
}

/** The words and formats of the reader's language. */
export const emailIn = ({ language }: Brand): { words: EmailWords; formats: Formats } => ({
  words: emailWords(language),
  formats: formatsFor(language),
})
export const textIn = ({ language }: Brand): { words: TextWords; formats: Formats } => ({
  words: textWords(language),
  formats: formatsFor(language),
})

/** A run of text, or an address to follow. Text is text whatever it holds: nothing in it becomes markup. */
export type Run = string | { url: string }

export type Block =
  | { kind: 'text'; runs: Run[] }
  | { kind: 'facts'; rows: [label: string, value: string][] }
  | { kind: 'person'; label: string; name: string }
  | { kind: 'amounts'; rows: [label: string, amount: string][]; total: [label: string, amount: string] }
  | { kind: 'button'; label: string; url: string; quiet: boolean }
  | { kind: 'code'; code: string }

/** An email before it has a look: HTML and plain text are both made from this. */
export interface Draft {
  subject: string
  /** A mail list shows it beside the subject. */
  preview?: string
  headline?: string
  blocks: Block[]
}

export const text = (...runs: Run[]): Block => ({ kind: 'text', runs })
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url, quiet: false })
/** A second button beside the one that matters. */
export const quietButton = (label: string, url: string): Block => ({
  kind: 'button',
  label,
  url,
  quiet: true,
})
export const code = (shown: string): Block => ({ kind: 'code', code: shown })
export const person = (label: string, name: string | null): Block[] =>
  name === null ? [] : [{ kind: 'person', label, name }]

type Row = [label: string, value: string | null | undefined]
const hasValue = (row: Row): row is [string, string] =>
  row[1] !== null && row[1] !== undefined && row[1] !== ''

/** Lines without a value are left out. */
export const facts = (...rows: Row[]): Block => ({ kind: 'facts', rows: rows.filter(hasValue) })

export const amounts = (rows: Row[], total: [label: string, amount: string]): Block => ({
  kind: 'amounts',
  rows: rows.filter(hasValue),
  total,
})

/** A field that holds words of a customer or of anyone else outside. Every template reads such words through these. */
export const written = z.string().transform((words) => cleaned(words))
export const writtenOrNone = written.nullish().transform((words) => (words ? words : null))
export const personName = z.string().transform((name) => cleaned(name, longestName))
export const personOrNone = personName.nullish().transform((name) => (name ? name : null))
const longestName = 80

/** A field that only HQ or the service itself fills. */
export const ours = z.string().transform(harmless)
export const oursOrNone = ours.nullish().transform((words) => (words ? words : null))

/** Dates and windows in a format the service knows can't be phone numbers; anything else is words. */
export const dateOrNone = eitherOrNone((words) => /^\d{4}-\d{2}-\d{2}/.exec(words)?.[0])
export const windowOrNone = eitherOrNone((words) => (isClockWindow(words) ? words : undefined))

function eitherOrNone(known: (words: string) => string | undefined) {
  return z
    .string()
    .nullish()
    .transform((words) => (words ? (known(words) ?? cleaned(words)) || null : null))
}

export const money = z.number().int()

/** Our own pages and the processor's: only services put them into a message. */
export const webLink = z.url({ protocol: /^https?$/ })

export const zone = z.string().refine(isTimeZone, { error: 'is not a time zone' })
