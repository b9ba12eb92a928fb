import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import * as fc from 'fast-check'
import { isEmail, mailableEmail, normaliseEmail } from '../../src/lib/contact'

const label = (length: number) => 'l'.repeat(length)
const longHost = (length: number) =>
  'abcdefghi.'
    .repeat(30)
    .slice(0, length - 4)
    .replace(/\.$/, 'x') + '.com'

const good = [
  ..."!#$%&'*+/=?^_`{|}~-".split('').map((sign) => `a${sign}b@example.com`),
  'ada@lovelace.dev',
  'first.last@example.co.uk',
  'O’Brien@example.com',
  'josé@exämple.de',
  '用户@例え.jp',
  'δοκιμή@παράδειγμα.δοκιμή',
  'a@xn--exmple-cua.de',
  'a@1-2.com',
  'a@123.com',
  `${label(64)}@example.com`,
  `a@${label(63)}.com`,
  `a@${longHost(252)}`,
]
const bad = [
  '',
  'a',
  '@example.com',
  'a@',
  'a@b',
  'a@-b.com',
  'a@b-.com',
  'a@b..com',
  'a@.com',
  'a@b.com.',
  'a@b_c.com',
  'a@b c.com',
  'a b@c.com',
  'a@b.com\n',
  'a@b.com>',
  'a@1.2.3.4',
  'a@0x7f.1',
  'a@[1.2.3.4]',
  'a@b.123',
  'a@b%2ecom.de',
  'a@b.com/x',
  'a@b.com:25',
  'a@xn--.com',
  '.a@b.com',
  'a.@b.com',
  'a..b@c.com',
  'a@b@c.com',
  '"a b"@c.com',
  'a(b)@c.com',
  'a,b@c.com',
  'a\u202eb@c.com',
  'a\u200bb@c.com',
  'a\ud800b@c.com',
  `${label(65)}@example.com`,
  `${'é'.repeat(33)}@example.com`,
  `a@${label(64)}.com`,
  `a@${'ä'.repeat(60)}.com`,
  `a@${longHost(254)}`,
]

describe('an email address', () => {
  test('can be any dot-atom at any host name, in any script', () => {
    expect(good.filter((address) => !isEmail(address))).toEqual([])
  })

  test('must be one a mail server could accept', () => {
    expect(bad.filter((address) => isEmail(address))).toEqual([])
  })

  test('has one normal form, which is a valid address and stays unchanged', () => {
    expect(normaliseEmail(' José@EXÄMPLE.de ')).toBe('josé@xn--exmple-cua.de')
    expect(normaliseEmail('jose\u0301@xn--exmple-cua.de')).toBe('josé@xn--exmple-cua.de')
    expect(mailableEmail('José+x@EXÄMPLE.de')).toBe('José+x@xn--exmple-cua.de')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.tuple(fc.string({ unit: 'binary' }), fc.domain()).map((parts) => parts.join('@')),
          fc.constantFrom(...good),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          const normal = normaliseEmail(text)
          expect(normaliseEmail(normal)).toBe(normal)
          if (isEmail(text)) expect(isEmail(normal)).toBe(true)
        },
      ),
    )
  })

  test('has the host that the URL parser would give it', () => {
    fc.assert(
      fc.property(fc.domain(), (host) => {
        expect(mailableEmail(`a@${host}`)).toBe(`a@${new URL(`http://${host}`).hostname}`)
      }),
    )
  })

  test('is validated in one place only', async () => {
    const found: string[] = []
    for await (const path of new Glob('src/**/*.{ts,tsx}').scan())
      if (/z\s*\.email\(|\.email\(\)|@\](?:\+|\{)|type="?email"? pattern/.test(await Bun.file(path).text()))
        found.push(path)
    expect(found).toEqual(['src/lib/log.ts'])
  })
})
