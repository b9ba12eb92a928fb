import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { checkMessage, renderMessage } from '../../../../src/modules/messages/prepare'
import { cleaned } from '../../../../src/modules/messages/templates/cleaned'
import { messageTemplates } from '../../../../src/modules/messages/templates/registry'
import { brand, sampleData } from './samples'

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''))

const phone = fc
  .tuple(
    digits(3),
    digits(3),
    digits(4),
    fc.constantFrom('+1', '1', '001', '', '+44 ', 'tel:+1-'),
    fc.constantFrom('-', ' ', '.', '', ' - ', '/', '\u2011', ' . ', '\u200b', '_', '\u00a0'),
  )
  .map(([area, exchange, line, country, mark]) => country + [area, exchange, line].join(mark))

const link = fc.oneof(
  fc.webUrl({ withQueryParameters: true }),
  fc.domain(),
  fc.emailAddress(),
  fc.domain().map((name) => `WWW.${name.toUpperCase()}/login`),
  fc.domain().map((name) => `hxxps://${name}`),
  fc.domain().map((name) => name.replaceAll('.', '。')),
  fc.domain().map((name) => name.replaceAll('.', '[.]')),
  fc.ipV4().map((address) => `http://${address}/a`),
)

const padding = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(
    '',
    ' ',
    'Hi',
    'call ',
    ', ',
    '(',
    ')',
    '\n',
    '\u202e',
    '\u200d',
    '…',
    'Apt 4',
    '80202',
    '.',
    ':',
  ),
)
/** A link to follow or a number to call, among other text. */
const bait = fc.tuple(padding, fc.oneof(phone, link), padding, fc.oneof(phone, link, padding), padding)

/** Written without looking at the code under test: what phones and mail programs turn into links. */
const followable = /https?:\/\/|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}|\S@\S/iu
const numbers = /\p{Nd}(?:[\s().\-/_+\u2010-\u2015]*\p{Nd}){6,}/u
const tricks = /[\p{Cc}\p{Cf}\u2028\u2029]/u

describe("customers' words in a message", () => {
  test('contain no link and no number to call, whatever was put in', () => {
    fc.assert(
      fc.property(bait, (parts) => {
        const words = cleaned(parts.join(''))
        expect(words).not.toMatch(followable)
        expect(words).not.toMatch(numbers)
        expect(words).not.toMatch(tricks)
        expect(words.length).toBeLessThanOrEqual(200)
        expect(words.isWellFormed()).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })

  const customersTemplates = Object.entries(messageTemplates).flatMap(([name, { email, sms }]) =>
    /^(?:ops-|test$|onboarding-|staff-|work-link|verify-code)/.test(name)
      ? []
      : [...(email ? [[name, 'email'] as const] : []), ...(sms ? [[name, 'sms'] as const] : [])],
  )

  test.each(customersTemplates)(
    'never reach a third party as a link or a number: %s by %s',
    (name, channel) => {
      const shown = (words: string) => {
        const { subject, html, text } = renderMessage(
          checkMessage(name, channel, sampleData(words)[name]),
          channel,
          brand,
          null,
        )
        return [subject ?? '', text, html ?? '']
      }
      const usual = shown('word').map(tokensOf)
      fc.assert(
        fc.property(fc.oneof(phone, link), (words) => {
          for (const [at, part] of shown(`Jo ${words} Rivera`).entries()) {
            expect(part).not.toContain(words)
            // Our own links and numbers are in the message whatever the customer wrote; no others are.
            expect(tokensOf(part).filter((token) => !usual[at]?.includes(token))).toEqual([])
          }
        }),
        { numRuns: 60 },
      )
    },
  )

  test.each([
    'Jordan Rivera',
    'Zoë O’Brien-Núñez',
    'Łukasz',
    '李小龍',
    'محمد',
    'Mr. & Mrs. Smith-Jones',
    '12 Main St, Apt 4, Springfield',
    '1420 Larimer St, Denver, CO 80202',
    '800 Superior Ave',
    '123 1/2 Main St #4',
    'Gutter cleaning (150 ft, 2 stories)',
    '10:30 to 11:00',
  ])('%p stays as it is', (words) => {
    expect(cleaned(words)).toBe(words)
  })

  test.each([
    ['J.R.Smith', 'J. R. Smith'],
    ['St.Louis', 'St. Louis'],
    ['Denver, CO 80202-1234', 'Denver, CO 80202'],
    ['Call (303) 555-0142 or 1-800-FLOWERS today', 'Call … or … today'],
    ['You won! evil .com/prize', 'You won! …'],
    ['Ⓔvil.ⓒom', '…'],
    ['٣٠٣٥٥٥٠١٤٢', '…'],
  ])('%p is sent as %p', (words, sent) => {
    expect(cleaned(words)).toBe(sent)
  })

  test("in a name are short, and a booking's day and hours aren't mistaken for a number", () => {
    const data = {
      ...sampleData('word').booked,
      name: 'x'.repeat(200),
      preferredDate: '2026-03-09',
      preferredTime: '08:00-10:30',
    }
    const { text } = renderMessage(checkMessage('booked', 'email', data), 'email', brand, null)
    expect(text).toContain(`Hi ${'x'.repeat(79)}…,`)
    expect(text).toContain('Monday, March 9')
    expect(text).toContain('8')
    expect(text).toContain('10:30')
  })
})

/** Links and numbers a reader could follow or call. */
const tokensOf = (text: string): string[] => [
  ...(text.match(/(?:https?:\/\/|www\.)\S*|[\p{L}\p{N}-]+\.\p{L}{2,}\S*|\S+@\S+/giu) ?? []),
  ...(text.match(/(?<![\p{L}#])\p{Nd}(?:[\s().\-/_]*\p{Nd}){6,}/gu) ?? []),
]
