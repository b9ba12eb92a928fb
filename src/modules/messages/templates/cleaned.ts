import { harmless, oneLine } from '../../../lib/text'

/** Stands where something was taken out, so that what is left on both sides never joins up. */
const gap = '…'
const longest = 200

/**
 * Customers' words as a message may carry them. Anybody can book in anybody's name, so the reader is never known to
 * be the author: links, domains, email addresses and phone numbers are taken out, and the text is one short line.
 */
export function cleaned(words: string, most = longest): string {
  const plain = oneLine(withoutTricks(words)).replaceAll(initial, '$1. ')
  const kept = plain.split(' ').map((word) => (leadsSomewhere(word) ? gap : word))
  const safe = harmless(withoutNumbers(kept.join(' ')))
  return cut(withoutNumbers(safe).replaceAll(gaps, gap), most)
}

/** One look for each letter, nothing invisible, and dots that only a person would read as dots made real. */
function withoutTricks(words: string): string {
  return words
    .slice(0, 2_000)
    .normalize('NFKC')
    .replaceAll(/\p{DI}|\p{Cf}/gu, '')
    .replaceAll(/\s{0,9}[[({<]\s{0,9}(?:\.|dot)\s{0,9}[\])}>]\s{0,9}/giu, '.')
    .replaceAll(/[\u3002\u2024\ufe52\u00b7\u2022]/g, '.')
    .replaceAll(/\s{1,9}\.(?=\p{L}{2})/gu, '.')
    .replaceAll(/\.{2,}/g, `${gap} `)
}

/** `J.Smith` and `St.Louis` are people and places, not domains. */
const initial =
  /(?<![\p{L}\p{N}-]|\p{L}{2}\.|\p{N}\.)(\p{Lu}|St|Mt|Ft|Dr|Mr|Mrs|Ms)\.(?=(?:\p{Lu}\.)*\p{Lu}\p{Ll}{2,}(?![\p{L}\p{N}./@:-]))/gu

const leads = [
  /:\/|\/\//,
  /\S@|@\S/,
  /^\W*www\b/i,
  /\b(?:mailto|tel|sms|callto|whatsapp|skype|javascript|data|ftp|h[tx]{2}ps?):/i,
  // A domain: labels with dots between, the last of them letters. Brackets and quotes around it don't matter.
  /[\p{L}\p{N}_-]\.+(?:xn--|\p{L}[\p{L}\p{M}]+)/iu,
  // An address of a machine, with or without a path.
  /\p{Nd}(?:\.\p{Nd}{1,9}){3}/u,
]
const leadsSomewhere = (word: string): boolean => leads.some((kind) => kind.test(word))

const between = String.raw`[^\p{L}\p{Nd}…,]|,(?! )`
/** Seven digits or more in a row, however they are grouped, are a number somebody could call. */
const callable = new RegExp(String.raw`[+(]*\p{Nd}(?:(?:${between}){0,4}\p{Nd}){6,}`, 'gu')
/** Letters on the keys of a phone: 1-800-FLOWERS, but not 800 Superior Ave. */
const vanity =
  /(?<!\p{Nd})(?:\+?1[\s.-]{0,9})?\(?(?:8(?:00|33|44|55|66|77|88)|900)\)?[.-]{1,9}(?=(?:[.-]{0,9}[A-Za-z\d]){7})[A-Za-z\d.-]+|(?<!\p{Nd})1[\s.-]{1,9}(?:8\d\d|900) [A-Z\d-]{7,}/gu
/** The last four digits of ZIP+4 would make it as long as a number. */
const zipPlusFour = /(?<![\p{Nd}-])(\d{5})-\d{4}(?![\p{Nd}-])/gu

const withoutNumbers = (words: string): string =>
  words.replaceAll(zipPlusFour, '$1').replaceAll(callable, gap).replaceAll(vanity, gap)

const gaps = /…(?:[\s\p{P}]*…)+/gu

/** Well formed wherever it is cut: half of a letter is none. */
function cut(words: string, most: number): string {
  const whole = words.trim()
  if (whole.length <= most) return whole
  return `${whole
    .slice(0, most - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()}${gap}`
}
