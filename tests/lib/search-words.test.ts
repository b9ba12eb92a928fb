import { describe, expect, test } from 'bun:test'
import { Dice } from '../../db/demo/jobs'
import {
  addressWords,
  emailWords,
  fold,
  nameWords,
  phoneWords,
  searchMatcher,
  searchWords,
} from '../../src/lib/search-words'

const letters = Array.from("aZbé Öüßø'’-. ,łİıΣς中한ﬁ½9٣0(+)\u0301\u00a0\u{1f600}")

/** A text of any letters, marks and signs. */
function anyText(dice: Dice): string {
  return Array.from({ length: dice.between(1, 24) }, () => dice.pick(letters)).join('')
}

describe('folding', () => {
  const dice = new Dice(21)
  const texts = Array.from({ length: 3_000 }, () => anyText(dice))

  test('folded text stays as it is', () => {
    for (const text of texts) expect(fold(fold(text))).toBe(fold(text))
  })

  test('ignores case and how accents are encoded', () => {
    for (const text of texts) {
      expect(nameWords(text.normalize('NFC'))).toBe(nameWords(text.normalize('NFD')))
      expect(fold(text.toUpperCase())).toBe(fold(text.toLowerCase()))
    }
  })

  test('every name and address is found as it is written, by each of its words and by their starts', () => {
    for (const text of texts)
      for (const [words, name] of [
        [nameWords(text), true],
        [addressWords(text), false],
      ] as const) {
        const match = (q: string) => searchMatcher(q)(name ? text : '', words)
        if (words === '') expect(searchWords(text)).toBeNull()
        else
          for (const q of [text, ...words.split(' ')])
            expect([text, q, match(q)]).not.toEqual([text, q, null])
        for (const word of words.split(' ').filter((one) => one !== ''))
          expect(match(Array.from(word).slice(0, 2).join(''))).not.toBeNull()
      }
  })

  test('a phone number is found in every format and by its last digits', () => {
    for (let nth = 0; nth < 200; nth++) {
      const digits = String(dice.between(2_000_000_000, 9_999_999_999))
      const [area, middle, last] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
      const ways = [digits, `(${area}) ${middle}-${last}`, `+1 ${area}.${middle}.${last}`, `1${digits}`]
      const parts = [
        `${middle}-${last}`,
        last,
        digits.slice(-3),
        `${area} ${middle}`,
        `${area}-${middle}-${last[0]}`,
      ]
      for (const stored of ways)
        for (const typed of [...ways, ...parts])
          expect([stored, typed, searchMatcher(typed)('', phoneWords(stored))]).not.toEqual([
            stored,
            typed,
            null,
          ])
    }
  })

  test('one very long name adds few words', () => {
    expect(nameWords('a-'.repeat(100)).length).toBeLessThan(1_000)
    expect(addressWords('a.b/'.repeat(125)).length).toBeLessThan(8_000)
  })

  test('an email address is found by its parts and its host, unless everyone has that host', () => {
    const finds = (email: string, q: string) => searchMatcher(q)('', emailWords(email)) !== null
    for (const q of ['sean.oneill@acme.com', 'sean.o', 'oneill', 'acme', 'acme.com', 'sean.oneill@ac'])
      expect([q, finds('Sean.ONeill@acme.com', q)]).toEqual([q, true])
    for (const q of ['sean@gmail.com', 'sean@gm', 'sean'])
      expect([q, finds('sean@gmail.com', q)]).toEqual([q, true])
    expect([finds('sean@gmail.com', 'gmail'), finds('sean@acme.com', 'com')]).toEqual([false, false])
  })
})
