import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { checkMessage, renderMessage } from '../../../../src/modules/messages/prepare'
import { messageTemplates } from '../../../../src/modules/messages/templates/registry'
import {
  defaultParts,
  faultsOf,
  namesFor,
  tidied,
  wordableNamed,
} from '../../../../src/modules/messages/templates/reword'
import { templateOf, wordingFor, wordings } from '../../../../src/modules/messages/templates/wordings'
import { languages, type Language } from '../../../../src/words/language'
import { brand } from '../templates/samples'

type Channel = 'email' | 'sms'
const keys = Object.keys(wordings)
const versions = keys.flatMap((key) =>
  wordableNamed(key)!.channels.flatMap((channel) =>
    languages.map((language): [string, Channel, Language] => [key, channel, language]),
  ),
)

const start = Date.parse('2027-11-20T19:30:00Z')
/** Other people, services and amounts than those of the sample. */
const others = {
  name: 'Ana María Ruiz',
  type: 'Roof & vent check',
  workerName: 'Teo O’Hara',
  refundCents: 505,
}
const otherData = (key: string) => {
  const sample = wordableNamed(key)!.sample(start)
  return Object.fromEntries(
    Object.entries(sample).map(([field, value]) => [field, others[field as keyof typeof others] ?? value]),
  )
}

function render(key: string, channel: Channel, language: Language, own: Parameters<typeof renderMessage>[4]) {
  const by = { ...brand, language, reference: 'TR-7K2Q9' }
  const message = checkMessage(templateOf(key), channel, otherData(key))
  return renderMessage(message, channel, by, 'https://truckroll.example/unsubscribe/x', own)
}

test("every message to a customer, and a technician's link, can be worded", () => {
  // People write these themselves, and the news on a technician's phone is always in the same words.
  const ofOthers = new Set(['campaign', 'reply', 'test', 'work-visit'])
  const forThem = Object.entries(messageTemplates)
    .filter(([name, { english }]) => !english && !ofOthers.has(name))
    .map(([name]) => name)
  expect([...new Set(keys.map(templateOf))].toSorted()).toEqual(forThem.toSorted())
})

test.each(keys)('%s is the text for its own sample', (key) => {
  const { made, sample } = wordableNamed(key)!
  expect(wordingFor(templateOf(key), made.data.parse(sample(start)))).toBe(key)
})

test.each(versions)(
  'the default text of %s by %s in %s says what we say without it',
  (key, channel, language) => {
    const wordable = wordableNamed(key)!
    const parts = defaultParts(wordable, channel, language)
    expect(faultsOf(wordable, channel, parts)).toEqual([])
    const names = namesFor(wordable, channel).usable
    const usual = render(key, channel, language, null)
    const worded = render(key, channel, language, { ...parts, names })
    expect(worded.subject).toBe(usual.subject)
    expect(worded.text).toBe(usual.text)
  },
)

/** Whatever an office might type around its placeholders. */
const typed = fc.string({ unit: 'grapheme', maxLength: 12 })
const pieces = fc.oneof(
  typed,
  fc.constantFrom(
    '<script>',
    '</p>',
    '"',
    '&lt;',
    '$&',
    '\n\n',
    '\n',
    ' ',
    '.',
    ',',
    'https://a.example/b',
    '\u0000',
  ),
)

describe('any text made of known placeholders', () => {
  test.each(versions)('%s by %s in %s shows no placeholder and no markup', (key, channel, language) => {
    const wordable = wordableNamed(key)!
    const { usable: names, required } = namesFor(wordable, channel)
    const pattern = fc
      .array(fc.oneof(pieces, fc.constantFrom(...names.map((name) => `{${name}}`))), { maxLength: 10 })
      .map((parts) => parts.join('').replaceAll(/\{(?![a-z_]+\})|(?<!\{[a-z_]+)\}/g, ''))
    const tags = (html: string) =>
      new Set((html.match(/<[a-z!/][^\s>]*/g) ?? []).filter((tag) => tag !== '<br'))
    const usual = tags(render(key, 'email', language, null).html!)
    fc.assert(
      fc.property(pattern, pattern, (subject, rest) => {
        const body = tidied('body', `x ${rest} ${required.map((name) => `{${name}}`).join(' ')}`)
        const head = channel === 'email' ? tidied('subject', `x ${subject}`) : null
        const own = { subject: head, heading: head, body }
        fc.pre(faultsOf(wordable, channel, own).length === 0)
        const { subject: sent, html, text } = render(key, channel, language, { ...own, names })
        for (const shown of [sent ?? '', html ?? '', text])
          for (const name of names) expect(shown).not.toContain(`{${name}}`)
        if (html === null) return
        expect([...tags(html)].filter((tag) => !usual.has(tag) && tag !== '<a')).toEqual([])
        expect(sent).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
      }),
      { numRuns: 40 },
    )
  })
})

test('a customer without a name is greeted without one, and a time in Spanish ends its sentence once', () => {
  const own = {
    subject: null,
    heading: null,
    body: 'Hi {first_name}, we are done.',
    names: ['first_name' as const],
  }
  const nameless = renderMessage(
    checkMessage('unscheduled', 'sms', { name: '', type: 'Roof', address: null }),
    'sms',
    brand,
    null,
    own,
  )
  expect(nameless.text).toBe('Hi, we are done.')
  const names = namesFor(wordableNamed('reminder')!, 'sms').usable
  const spanish = render('reminder', 'sms', 'es', { ...own, body: 'Nos vemos {when}. Gracias', names })
  expect(spanish.text).toMatch(/ p\.m\. Gracias/)
})

test('an edited text keeps the link, the code and the details that customers need', () => {
  const own = (body: string, key: string, channel: Channel) => ({
    subject: null,
    heading: null,
    body,
    names: namesFor(wordableNamed(key)!, channel).usable,
  })
  const invoice = render('invoice', 'sms', 'en', own('Please pay.', 'invoice', 'sms'))
  expect(invoice.text).toBe('Please pay. https://example.com/x7Kq Ref. TR-7K2Q9')
  const code = render('verify-code', 'email', 'en', own('Welcome back!', 'verify-code', 'email'))
  expect(code.text).toContain('Welcome back!\n\n402913\n\nDidn’t ask for a code?')
  const followUp = render('follow-up', 'email', 'en', own('Happy?', 'follow-up', 'email'))
  expect(followUp.text).toContain('Unsubscribe: https://truckroll.example/unsubscribe/x')
  expect(followUp.text).toContain('1420 Larimer St')
})
