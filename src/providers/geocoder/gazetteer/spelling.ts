/** Letters that decomposition leaves as they are, as people without them on the keyboard write them. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Words that are written in full or in short; both become the full one. */
const inFull: Record<string, string> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' }

/**
 * A name as it is compared: lower case, no accents, no punctuation, one space between words, and `St`
 * as `Saint`. The gazetteer and the questions to it are spelt by the same rules.
 */
export function plain(text: string): string {
  return joined(wordsOf(text))
}

/** The words of a text in lower case, without accents and punctuation. */
export function wordsOf(text: string): string[] {
  return latin(text.toLowerCase())
    .replaceAll(/['’‘`.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

export function joined(words: readonly string[]): string {
  return words.map((word) => inFull[word] ?? word).join(' ')
}

/** Decomposition brings capitals back, from letters that had no small form. */
function latin(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? letter)
}
