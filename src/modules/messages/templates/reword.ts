import { headerText } from '../../../lib/contact'
import { unknownPlaceholders } from '../../../lib/placeholders'
import type { Language } from '../../../words/language'
import type { Channel } from '../outbox'
import { fill, paragraphs, type Values } from './fill'
import { placeholdersFor, valuesOf, type PlaceholderName } from './placeholders'
import { templateNamed } from './registry'
import type { Block, Brand, Draft, MessageTemplate } from './template'
import { templateOf, wordings, type Wording } from './wordings'

/** The words that the office can change. A text message has only a body. */
export interface Parts {
  subject: string | null
  heading: string | null
  body: string | null
}
/** The office's words for one message, with the placeholders they can name. */
export interface OwnWording extends Parts {
  names: PlaceholderName[]
}

export const partNames = ['subject', 'heading', 'body'] as const

export interface Wordable extends Wording {
  made: MessageTemplate
  channels: Channel[]
}

/** By own name only: `constructor` is not a message. */
export function wordableNamed(key: string): Wordable | undefined {
  const wording = Object.hasOwn(wordings, key) ? wordings[key] : undefined
  const made = templateNamed(templateOf(key))
  if (!wording || !made) return undefined
  const has = (['email', 'sms'] as const).filter((channel) => made[channel] !== undefined)
  return { ...wording, made, channels: wording.channels ?? has }
}

/** The placeholders that a text of this message can use on a channel, and those that it must. */
export function namesFor(
  { sample, required = [] }: Wordable,
  channel: Channel,
): { usable: PlaceholderName[]; required: PlaceholderName[] } {
  const mustHave = channel === 'sms' ? required : []
  return { usable: placeholdersFor(Object.keys(sample(sampleStart)), mustHave), required: mustHave }
}

/** The email with the office's words in place of ours. Facts, prices, buttons and the notes after them stay. */
export function reworded(draft: Draft, own: Parts, values: Values): Draft {
  const { preview, ...rest } = draft
  const said = (pattern: string | null, ours: string | undefined) =>
    pattern === null ? ours : fill(fitted(pattern, values), values)
  const headline = said(own.heading, draft.headline)
  return {
    ...rest,
    subject: said(own.subject, draft.subject) ?? '',
    ...(headline === undefined ? {} : { headline }),
    // The preview repeats our words; without it, mail programs show the first line.
    ...(preview === undefined || own.body !== null ? {} : { preview }),
    blocks:
      own.body === null
        ? draft.blocks
        : [...paragraphs(fitted(own.body, values), values), ...draft.blocks.slice(opening(draft))],
  }
}

/** Longer texts are cut, so that the lines after them always fit. */
const longestWords = 1_000

export const rewordedText = (words: string, { body }: Parts, values: Values): string =>
  body === null ? words : fill(fitted(body, values), values).slice(0, longestWords).toWellFormed()

/** The paragraphs before the first fact, price or button. */
function opening({ blocks }: Draft): number {
  const end = blocks.findIndex(({ kind }) => kind !== 'text')
  return end === -1 ? blocks.length : end
}

/** "Hi {first_name}," without a name is "Hi,", and a time such as "9:00 a.m." already ends its sentence. */
function fitted(pattern: string, values: Values): string {
  return pattern.replaceAll(
    /(,? )?(\{([a-z_]+)\})(\.(?!\.))?/g,
    (shown, space = '', mark, key, stop = '') => {
      const value = values[key]
      if (value === undefined) return shown
      return `${value === '' ? '' : space}${mark}${value.endsWith('.') ? '' : stop}`
    },
  )
}

const sampleStart = Date.UTC(2031, 3, 15, 15)

/** A sender whose name and number appear nowhere else in a message. */
const sampleBrand = (language: Language): Brand => ({
  name: 'Bluebird Home Services',
  color: '#1f6f54',
  logoUrl: null,
  phone: '+13035550147',
  email: null,
  postalAddress: null,
  site: 'https://example.com',
  bookingUrl: null,
  confirmUrl: null,
  planUrl: null,
  links: null,
  language,
  timeZone: 'UTC',
  card: null,
  paysOnline: true,
  simulated: false,
  reference: null,
})

/**
 * Our own wording as a text with placeholders: a sample is written by the template, and its values are turned
 * back into placeholders. So the sentences of `src/words` are written down once.
 */
export function defaultParts(wordable: Wordable, channel: Channel, language: Language): Parts {
  const { made, sample } = wordable
  const brand = sampleBrand(language)
  const data = made.data.parse(sample(sampleStart))
  const mark = marking(valuesOf(namesFor(wordable, channel).usable, data, brand))
  if (channel === 'sms') {
    const [words = ''] = [made.sms?.(data, brand) ?? ''].flat()
    return { subject: null, heading: null, body: mark(words) }
  }
  const draft = made.email?.(data, brand)
  if (!draft) return { subject: null, heading: null, body: null }
  const body = draft.blocks.slice(0, opening(draft)).map(textOfBlock).join('\n\n')
  return { subject: mark(draft.subject), heading: mark(draft.headline ?? ''), body: mark(body) }
}

const textOfBlock = (block: Block): string =>
  block.kind === 'text' ? block.runs.map((run) => (typeof run === 'string' ? run : run.url)).join('') : ''

/** Longer values first: a full name holds the first name. */
function marking(values: Values): (text: string) => string {
  const known = Object.entries(values)
    .filter(([, value]) => value !== '')
    .toSorted(([, one], [, other]) => other.length - one.length)
  const names = new Map(known.map(([name, value]) => [value, name]))
  const any = new RegExp(known.map(([, value]) => RegExp.escape(value)).join('|'), 'g')
  return (text) =>
    text.replaceAll(any, (value, at: number) => {
      const endsSentence = value.endsWith('.') && /^(?:$|\s\p{Lu})/u.test(text.slice(at + value.length))
      return `{${names.get(value)}}${endsSentence ? '.' : ''}`
    })
}

/** The faults of an own wording, as `part: reason`. */
export function faultsOf(wordable: Wordable, channel: Channel, parts: Parts): string[] {
  const { usable, required } = namesFor(wordable, channel)
  const list = usable.map((name) => `{${name}}`).join(', ')
  return partNames.flatMap((part) => {
    const pattern = parts[part]
    if (pattern === null) return []
    const unknown = unknownPlaceholders(pattern, usable).map(
      (shown) => `${part}: ${shown} is not a placeholder. You can use ${list}.`,
    )
    const stray = /[{}]/.test(pattern.replaceAll(/\{[^{}\r\n]{0,60}\}/g, ''))
    const lost = part === 'body' ? required.filter((name) => !pattern.includes(`{${name}}`)) : []
    return [
      ...unknown,
      ...(stray ? [`${part}: braces are only for placeholders, such as {business}`] : []),
      ...lost.map((name) => `${part}: must contain {${name}}, because the message is useless without it`),
      ...(channel === 'email' || part === 'body' ? [] : [`${part}: a text message has only a body`]),
    ]
  })
}

/** The office's typing, without characters that no message can show. */
export const tidied = (part: keyof Parts, text: string): string =>
  part === 'body'
    ? text
        .replaceAll(/\r\n?/g, '\n')
        .replaceAll(/[^\P{Cc}\n]|\p{Zl}|\p{Zp}/gu, ' ')
        .trim()
    : headerText(text).trim()
