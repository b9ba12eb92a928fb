import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { mailbox } from '../../../../src/lib/contact'
import { harmless } from '../../../../src/lib/text'
import { checkMessage, renderMessage } from '../../../../src/modules/messages/prepare'
import { cleaned } from '../../../../src/modules/messages/templates/cleaned'
import { fill } from '../../../../src/modules/messages/templates/fill'
import { messageTemplates } from '../../../../src/modules/messages/templates/registry'
import { brand, sampleData } from './samples'

/** Parts an attacker would combine, among ordinary text in any script. */
const nasty = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        '<script>',
        '</td>',
        '<b',
        '"',
        "'",
        '&lt;',
        '&',
        '{name}',
        '{email}',
        '\r\n',
        '\n',
        'Bcc: a@b.co',
        'http://',
        'hthttp://tp://',
        'https://evil.example/x',
        'www.evil.com',
        'evil.com',
        'javascript:alert(1)',
        'evil。com',
        'a@evil.com',
        '$&',
        '$1',
        '\u202e',
        '\u0000',
        '\u2028',
        '<a href=x>',
        '-->',
        ']]>',
        'x',
        ' ',
        '.',
        '/',
        ':',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

/** Text that mail programs and phones turn into a link automatically. */
const linkable = /\p{L}:\S|:[^\s\d]|\/\/|(?<=[\p{L}\p{N}_-])[.\u3002\uff0e\uff61][\p{L}]{2}/iu
const tagsIn = (html: string): string[] => html.match(/<[^>]*>/g) ?? []
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u
const render = (name: string, channel: 'email' | 'sms', data: unknown, by = brand) =>
  renderMessage(checkMessage(name, channel, data), channel, by, 'https://truckroll.example/unsubscribe/x')

const byEmail = Object.entries(messageTemplates)
  .filter(([, template]) => template.email !== undefined)
  .map(([name]) => name)
const bySms = Object.entries(messageTemplates)
  .filter(([, template]) => template.sms !== undefined)
  .map(([name]) => name)

describe('text from strangers', () => {
  test.each(byEmail)('%s by email keeps its markup, its links and its headers', (name) => {
    const usual = tagsIn(render(name, 'email', sampleData('word')[name]).html!)
    fc.assert(
      fc.property(
        nasty.filter((words) => cleaned(words) !== ''),
        (words) => {
          const { html, subject } = render(name, 'email', sampleData(words)[name])
          expect(tagsIn(html!)).toEqual(usual)
          expect(subject).not.toMatch(control)
          expect(subject!.length).toBeLessThanOrEqual(200)
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each(bySms)('%s by SMS is one text without their links', (name) => {
    fc.assert(
      fc.property(nasty, (words) => {
        const { text } = render(name, 'sms', sampleData(words)[name])
        const ours = text.replaceAll('https://truckroll.example', '')
        expect(ours.replaceAll('\n', '')).not.toMatch(control)
        expect(ours).not.toMatch(/https?:\/\//i)
      }),
      { numRuns: 40 },
    )
  })

  test('contains nothing that reads as a link', () => {
    fc.assert(
      fc.property(nasty, (words) => {
        expect(harmless(words)).not.toMatch(linkable)
        expect(harmless(words)).not.toMatch(control)
      }),
      { numRuns: 2_000 },
    )
  })

  test('keeps ordinary names and addresses as they are', () => {
    for (const words of [
      'Zoë O’Brien-Núñez',
      '12 Main St, Apt 4, Springfield',
      'Łukasz',
      '李小龍',
      'محمد',
      '10:30 to 11:00',
    ])
      expect(harmless(words)).toBe(words)
  })

  test("in a franchise's name makes one sender and one subject", () => {
    fc.assert(
      fc.property(nasty, (name) => {
        const from = mailbox({ name, address: 'no-reply@truckroll.dev' })
        expect(from).not.toMatch(control)
        expect(from.match(/[<>@]/g)).toEqual(from.startsWith('"') ? ['<', '@', '>'] : ['@'])
        const { subject, html } = render('booked', 'email', sampleData('word').booked, { ...brand, name })
        expect(subject).not.toMatch(control)
        expect(tagsIn(html!)).toEqual(tagsIn(render('booked', 'email', sampleData('word').booked).html!))
      }),
      { numRuns: 300 },
    )
  })
})

describe('the placeholders of a campaign', () => {
  const person = fc.record({ first_name: nasty, name: nasty, email: nasty, business: nasty })

  test('are filled in one pass, so a value is never expanded', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            nasty.map((text) => text.replaceAll(/[{}]/g, '')),
            fc.constantFrom('{name}', '{email}'),
          ),
        ),
        person,
        (parts, who) => {
          const expected = parts
            .map((part) => (part === '{name}' ? who.name : part === '{email}' ? who.email : part))
            .join('')
          expect(fill(parts.join(''), who)).toBe(expected)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('a customer called {email} is greeted as {email}', () => {
    const data = {
      name: '{email}',
      email: 'ada@lovelace.dev',
      text: 'Hi {name} at {email}',
      subject: '{name}',
    }
    const { text, subject } = render('campaign', 'email', data)
    expect(text).toContain('Hi {email} at ada@lovelace.dev')
    expect(subject).toBe('{email}')
    expect(render('campaign', 'sms', data).text).toStartWith(
      'Truckroll Denver: Hi {email} at ada@lovelace.dev',
    )
  })

  test("don't extend a link from HQ", () => {
    const data = {
      name: '/../evil',
      email: '',
      text: 'See https://truckroll.example/spring{name}, or (https://truckroll.example/b).',
    }
    const links = render('campaign', 'email', data).html!.match(/href="[^"]*"/g)
    expect(links).toContain('href="https://truckroll.example/spring"')
    expect(links).toContain('href="https://truckroll.example/b"')
    expect(links!.join()).not.toContain('evil')
  })

  test("and HQ's text are shown as text, never as markup", () => {
    const usual = new Set(['p', '/p', 'br', 'a', '/a'])
    const base = tagsIn(render('campaign', 'email', { name: 'x', email: '', text: 'y' }).html!)
    fc.assert(
      fc.property(
        nasty.filter((text) => text.trim() !== ''),
        (text) => {
          const tags = tagsIn(render('campaign', 'email', { name: 'x', email: '', text }).html!)
          const added = tags.slice(
            base.indexOf('</p>'),
            tags.length - (base.length - base.indexOf('</p>') - 1),
          )
          for (const tag of added) expect(usual.has(/^<(\/?\w+)/.exec(tag)![1]!)).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})
