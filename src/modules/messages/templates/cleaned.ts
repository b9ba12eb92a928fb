import { harmless, oneLine } from '../../../lib/text'

/** Replaces removed text, so the parts on both sides never join. */
const gap = '…'
const longest = 200

/**
 * Cleans customers' words for a message. Anyone can book in anyone's name, so the reader may not be the author:
 * links, domains, email addresses and phone numbers are removed, and the text becomes one short line.
 */
export function cleaned(words: string, most = longest): string {
  const plain = oneLine(withoutTricks(words)).replaceAll(initial, '$1. ')
  const kept = plain.split(' ').map((word) => (leadsSomewhere(word) ? gap : word))
  const safe = harmless(withoutNumbers(kept.join(' ')))
  return cut(withoutNumbers(safe).replaceAll(gaps, gap), most)
}

/** Normalizes letters, drops invisible ones, and turns look-alike dots into real ones. */
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
  // A domain: labels with dots in between, ending in letters, with or without brackets and quotes around it.
  /[\p{L}\p{N}_-]\.+(?:xn--|\p{L}[\p{L}\p{M}]+)/iu,
  // An IP address, with or without a path.
  /\p{Nd}(?:\.\p{Nd}{1,9}){3}/u,
]
const leadsSomewhere = (word: string): boolean => leads.some((kind) => kind.test(word))

const between = String.raw`[^\p{L}\p{Nd}…,]|,(?! )`
/** Seven or more digits in a row, however grouped, could be a phone number. */
const callable = new RegExp(String.raw`[+(]*\p{Nd}(?:(?:${between}){0,4}\p{Nd}){6,}`, 'gu')
/** Letters on the keys of a phone: 1-800-FLOWERS, but not 800 Superior Ave. */
const vanity =
  /(?<!\p{Nd})(?:\+?1[\s.-]{0,9})?\(?(?:8(?:00|33|44|55|66|77|88)|900)\)?[.-]{1,9}(?=(?:[.-]{0,9}[A-Za-z\d]){7})[A-Za-z\d.-]+|(?<!\p{Nd})1[\s.-]{1,9}(?:8\d\d|900) [A-Z\d-]{7,}/gu
/** The last four digits of ZIP+4 would make it as long as a phone number. */
const zipPlusFour = /(?<![\p{Nd}-])(\d{5})-\d{4}(?![\p{Nd}-])/gu

const withoutNumbers = (words: string): string =>
  words.replaceAll(zipPlusFour, '$1').replaceAll(callable, gap).replaceAll(vanity, gap)

const gaps = /…(?:[\s\p{P}]*…)+/gu

/** Stays well formed wherever it is cut, without half characters. */
function cut(words: string, most: number): string {
  const whole = words.trim()
  if (whole.length <= most) return whole
  return `${whole
    .slice(0, most - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()}${gap}`
}
