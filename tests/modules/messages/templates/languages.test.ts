import { describe, expect, test } from 'bun:test'
import { checkMessage, renderMessage } from '../../../../src/modules/messages/prepare'
import { messageTemplates } from '../../../../src/modules/messages/templates/registry'
import { en as enEmails } from '../../../../src/words/en/emails'
import { en as enTexts } from '../../../../src/words/en/texts'
import { es as esEmails } from '../../../../src/words/es/emails'
import { es as esTexts } from '../../../../src/words/es/texts'
import { languages, type Language } from '../../../../src/words/language'
import { brand, sampleData } from './samples'

const render = (name: string, channel: 'email' | 'sms', language: Language, changes: object = {}) =>
  renderMessage(
    checkMessage(name, channel, { ...sampleData('Zoraida')[name], ...changes }),
    channel,
    { ...brand, language, reference: 'TR-7K2Q9' },
    messageTemplates[name]!.bulk && channel === 'email' ? 'https://truckroll.example/unsubscribe/x' : null,
  )

/** Every text of a catalog that is the same for everyone, with where it stands. */
function textsIn(catalog: object, path: string[] = []): { key: string; text: string }[] {
  return Object.entries(catalog).flatMap(([key, value]) => {
    if (typeof value === 'string') return [{ key: [...path, key].join('.'), text: value }]
    return typeof value === 'object' ? textsIn(value as object, [...path, key]) : []
  })
}

/** The pieces of a text with parameters that stand between them. */
function piecesIn(catalog: object): string[] {
  return Object.values(catalog).flatMap((value): string[] => {
    if (typeof value === 'function') {
      const made = (value as (...values: string[]) => string)('⟦1⟧', '⟦2⟧', '⟦3⟧', '⟦4⟧')
      return made.split(/⟦\d⟧/).map((piece) => piece.trim())
    }
    return typeof value === 'object' ? piecesIn(value as object) : []
  })
}

const english = (catalog: object, spanish: object): string[] => {
  const same = new Set([...textsIn(spanish).map(({ text }) => text), ...piecesIn(spanish)])
  const all = [...textsIn(catalog).map(({ text }) => text), ...piecesIn(catalog)]
  // Words such as "Total" and "for" are Spanish too, or part of other words.
  return [...new Set(all)].filter((text) => text.length > 8 && !same.has(text))
}

const named = Object.entries(messageTemplates)
/** The office writes these itself, in the language it chooses. */
const byHand = ['campaign', 'reply']
const forCustomers = named.filter(([name, { english }]) => !english && !byHand.includes(name))
/** Variants of the data that show other sentences. */
const variants: [string, object][] = [
  ['as usual', {}],
  ['moved', { moved: true }],
  ['with another technician', { kept: true, formerWorkerName: 'Sofia Reyes' }],
  ['without a technician', { kept: true, workerName: null }],
  ['paid', { paid: true, invoiced: true, changed: true, nextTry: null, url: 'https://truckroll.example/i' }],
]

describe('in Spanish', () => {
  test.each(forCustomers.map(([name]) => name))('%s shows no English', (name) => {
    const { email, sms } = messageTemplates[name]!
    for (const [, changes] of variants) {
      if (email) {
        const { subject, html, text } = render(name, 'email', 'es', changes)
        expect(html).toContain('<html lang="es">')
        for (const phrase of english(enEmails, esEmails))
          for (const part of [subject, text, html]) expect(part).not.toContain(phrase)
      }
      if (sms)
        for (const phrase of english(enTexts, esTexts))
          expect(render(name, 'sms', 'es', changes).text).not.toContain(phrase)
    }
  })

  test('the check knows English when it sees it', () => {
    const phrases = english(enEmails, esEmails)
    expect(phrases.length).toBeGreaterThan(80)
    expect(phrases.some((phrase) => render('scheduled', 'email', 'en').text.includes(phrase))).toBe(true)
    expect(english(enTexts, esTexts).some((p) => render('scheduled', 'sms', 'en').text.includes(p))).toBe(
      true,
    )
  })
})

describe('in both languages', () => {
  test.each(named.map(([name]) => name))('%s says the same facts in HTML and in plain text', (name) => {
    if (!messageTemplates[name]!.email) return
    for (const language of languages) {
      const { html, text } = render(name, 'email', language)
      const shown = html!
        .slice(html!.indexOf('<body'))
        .replaceAll(/<[^>]*>/g, '\n')
        .replaceAll('&quot;', '"')
        .replaceAll('\u00a0', ' ')
        .replaceAll('&amp;', '&')
      for (const line of text.split('\n').filter((each) => each !== '' && each !== '-- '))
        for (const fact of line.split(/: (?=\S)/))
          if (!fact.startsWith('https://') && fact !== '') expect(shown).toContain(fact)
    }
  })

  test.each(named.filter(([, { email }]) => email).map(([name]) => name))(
    '%s by email has one button that stands out at most',
    (name) => {
      const toConfirm = { ...brand, confirmUrl: 'https://truckroll.example/book/confirm/abc' }
      for (const [, changes] of [...variants, ['to be confirmed', { confirmBy: 1 }] as const]) {
        const { template, data } = checkMessage(name, 'email', { ...sampleData('Zoraida')[name], ...changes })
        const { blocks } = template.email!(data, toConfirm)
        const loud = blocks.filter((block) => block.kind === 'button' && !block.quiet)
        expect(loud.length).toBeLessThanOrEqual(1)
      }
    },
  )

  const gsm = /^[A-Za-z0-9 \r\n@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà^{}\\[~\]|€]*$/

  /** Words that would be misspelled without their accent. */
  const accented = ['refunded']

  test.each(named.filter(([, { sms }]) => sms).map(([name]) => name))(
    '%s by text keeps to the GSM alphabet',
    (name) => {
      for (const language of languages)
        for (const [, changes] of variants) {
          const { text } = render(name, 'sms', language, changes)
          if (language === 'es' && accented.includes(name)) continue
          expect(text).toMatch(gsm)
        }
    },
  )
})

test('a visit in its arrival window shows the window, and any other its time', () => {
  const chosen = { preferredDate: '2026-03-03', preferredTime: '08:00-10:00' }
  expect(render('scheduled', 'email', 'en', chosen).text).toContain('When: Tue, Mar 3, arriving 8–10 AM')
  expect(render('scheduled', 'email', 'es', chosen).text).toContain(
    'Cuándo: Martes 3 de marzo, llegada 8–10 a.m.',
  )
  const elsewhere = { ...chosen, preferredTime: '14:00-16:00' }
  expect(render('scheduled', 'email', 'en', elsewhere).text).toContain('Time: 9:00 AM\n')
})

test('a change of technicians names both and keeps the time', () => {
  const changed = { kept: true, workerName: 'Marcus Webb', formerWorkerName: 'Sofia Reyes' }
  expect(render('scheduled', 'email', 'en', changed).text).toContain(
    'Your visit is still at 9:00 AM. Marcus will be your technician instead of Sofia.',
  )
})

test('a receipt names the date, the card, the lines and the total', () => {
  const paid = {
    amountCents: 12_499,
    paidAt: Date.parse('2026-03-03T20:00:00Z'),
    prices: sampleData('SPRING').scheduled!.prices,
  }
  const { text } = render('receipt', 'email', 'en', paid)
  expect(text).toContain('Date paid: Mar 3, 2026\nPaid with: Visa ending in 4242\n')
  expect(text).toContain('Discount (SPRING): -$20.00\nReferral credit: -$5.00\nTax (8.69%): $9.99\n')
  expect(text).toContain('Total paid: $124.99\n')
  expect(text).toContain('Reference: TR-7K2Q9')
})
