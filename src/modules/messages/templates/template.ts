import { z } from 'zod'
import { isClockWindow } from '../../../lib/hours'
import { harmless, isTimeZone } from '../../../lib/text'
import { cleaned } from './cleaned'

export interface MessageTemplate<S extends z.ZodType = z.ZodType> {
  /** What has to be queued with it. Checked when it is sent, not when it is queued. */
  data: S
  email?(data: z.output<S>, brand: Brand): Draft
  sms?(data: z.output<S>, brand: Brand): string
  /** Its data is blanked once it is sent, and HQ does not see its text. */
  secret?: true
  /** May come with files. */
  files?: true
  /** Sent to many: opt-outs are left out, and every e-mail carries a way out. */
  bulk?: true
  /** After this many milliseconds nobody wants it any more. */
  usefulFor?: number
}

export const template = <S extends z.ZodType>(made: MessageTemplate<S>): MessageTemplate => made

/** The sender of a message, and the lines added to its text. */
export interface Brand {
  name: string
  /** `#rrggbb`. */
  colour: string
  phone: string | null
  email: string | null
  /** Where our own pages are; never ends with a slash. */
  site: string
  /** Otherwise customers call to pay. */
  paysOnline: boolean
  /** Said in every message, such as that payments are simulated. */
  notice: string | null
  /** The reference of the job that the message is about, such as TR-7K2Q9. */
  reference: string | null
}

/** A run of text, or an address to follow. Text is text whatever it holds: nothing in it becomes markup. */
export type Run = string | { url: string }

export type Block =
  | { kind: 'text'; runs: Run[] }
  | { kind: 'facts'; rows: [label: string, value: string][] }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'code'; code: string }

/** An e-mail before it has a look: HTML and plain text are both made from this. */
export interface Draft {
  subject: string
  /** What a mail list shows beside the subject. */
  preview?: string
  blocks: Block[]
}

export const text = (...runs: Run[]): Block => ({ kind: 'text', runs })
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url })
export const code = (shown: string): Block => ({ kind: 'code', code: shown })

/** Lines without a value are left out. */
export function facts(...rows: [label: string, value: string | null | undefined][]): Block {
  return {
    kind: 'facts',
    rows: rows.filter(
      (row): row is [string, string] => row[1] !== null && row[1] !== undefined && row[1] !== '',
    ),
  }
}

/** A field that holds words of a customer or of anyone else outside. Every template reads such words through these. */
export const written = z.string().transform((words) => cleaned(words))
export const writtenOrNone = written.nullish().transform((words) => (words ? words : null))
export const personName = z.string().transform((name) => cleaned(name, longestName))
const longestName = 80

/** A field that only HQ or the service itself fills. */
export const ours = z.string().transform(harmless)
export const oursOrNone = ours.nullish().transform((words) => (words ? words : null))

/** A day or hours in the form the service knows are no number to call; anything else is words. */
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
