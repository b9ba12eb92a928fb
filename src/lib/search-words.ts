/** Letters that Unicode doesn't take apart into a plain letter and a mark. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}

const isPlain = (text: string): boolean => /^[\0-\x7F]*$/.test(text)

/** One spelling for everything that sounds or looks alike: no case, no accents, no typographic forms. */
export function fold(text: string): string {
  // Most text is plain, and this runs for every word of an import.
  if (isPlain(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøłđðþıς]/g, (letter) => plainLetters[letter] ?? letter)
}

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/** `Müller` is also written `Mueller`. Null if the text has only one spelling. */
function otherSpelling(text: string): string | null {
  if (isPlain(text)) return null
  const lower = text.normalize('NFC').toLowerCase()
  const other = lower.replaceAll(/[äöü]/g, (letter) => umlauts[letter] ?? letter)
  return other === lower ? null : other
}

/** Words that people shorten in addresses, in the spelling of the postal service. */
export const shortForms: Record<string, string> = {
  street: 'st',
  avenue: 'ave',
  av: 'ave',
  road: 'rd',
  drive: 'dr',
  lane: 'ln',
  court: 'ct',
  boulevard: 'blvd',
  place: 'pl',
  circle: 'cir',
  terrace: 'ter',
  parkway: 'pkwy',
  highway: 'hwy',
  square: 'sq',
  trail: 'trl',
  apartment: 'apt',
  suite: 'ste',
  unit: 'apt',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
}
const longForms: Record<string, string> = Object.fromEntries(
  Object.entries(shortForms)
    .filter(([long]) => long !== 'av' && long !== 'unit')
    .map(([long, short]) => [short, long]),
)

/** The text as people separate it, each piece with its parts: `O'Neill` is one piece of two parts. */
function piecesOf(text: string): string[][] {
  const folded = fold(text)
  // Unicode classes take four times as long, and most text is plain.
  const separators = isPlain(text) ? /[^\da-z]+/ : /[^\p{L}\p{N}]+/u
  return folded
    .split(/[\s,;]+/)
    .map((piece) => piece.split(separators).filter((part) => part !== ''))
    .filter((parts) => parts.length > 0)
}

/** A short word before a name may be written together with it: `Mc Donald`, `van der Meer`. */
const isParticle = (parts: string[]): boolean => {
  const [word = ''] = parts
  return parts.length === 1 && word.length <= 3 && !/\d/.test(word)
}

function glued(pieces: string[][]): string[][] {
  const result: string[][] = []
  let before: string[] = []
  for (const parts of pieces) {
    before = [...before, ...parts]
    if (isParticle(parts)) continue
    result.push(before)
    before = []
  }
  return before.length > 0 ? [...result, before] : result
}

/** Longer ones are cut, so that nobody can fill the index with one name. */
const mostParts = 6
const joined = (parts: readonly string[]): string => parts.slice(0, mostParts).join('').slice(0, 64)

/** Every part, and every way to write the parts that follow it together: `oneill`, `o` and `neill`. */
function addWords(words: Set<string>, pieces: readonly string[][]): void {
  for (const parts of pieces)
    for (const [at, part] of parts.entries()) words.add(part.slice(0, 64)).add(joined(parts.slice(at)))
}

/** The words a name can be found by. */
export function nameWords(name: string): string {
  const words = new Set<string>()
  for (const spelling of [name, otherSpelling(name)])
    if (spelling !== null) addWords(words, glued(piecesOf(spelling)))
  return [...words].join(' ')
}

/** Hosts that so many people share that nobody looks for them. */
const sharedHosts = new Set(
  'aol att bellsouth charter comcast cox gmail googlemail gmx hotmail icloud live mac me msn outlook proton protonmail sbcglobal verizon yahoo ymail'.split(
    ' ',
  ),
)

/** The words an email address can be found by: its parts, the whole, and the host unless everyone has it. */
export function emailWords(email: string): string {
  const words = new Set<string>()
  const [parts = []] = piecesOf(email)
  const [local = []] = piecesOf(email.slice(0, email.lastIndexOf('@')))
  addWords(words, [local])
  words.add(joined(parts))
  const host = parts.slice(local.length)
  if (!sharedHosts.has(host[0] ?? '')) addWords(words, [host.slice(0, -1)])
  if (!sharedHosts.has(host[0] ?? '') && host.length > 0) words.add(joined(host))
  return [...words].filter((word) => word !== '').join(' ')
}

/** The same for an address, whose words may be shortened or not: `Larkspur Ln`, `Larkspur Lane`. */
export function addressWords(address: string): string {
  const words = new Set<string>()
  for (const spelling of [address, otherSpelling(address)])
    if (spelling !== null) addWords(words, piecesOf(spelling))
  for (const word of words) {
    const other = shortForms[word] ?? longForms[word]
    if (other !== undefined) words.add(other)
  }
  return [...words].join(' ')
}

/** Stands before a number that is written backward, which finds it by its last digits. Nobody can type it. */
const backward = (digits: string): string => `§${Array.from(digits).toReversed().join('')}`

/** Without the country code of the US and the prefix of calls abroad, which people add or leave out. */
const bareDigits = (phone: string): string =>
  phone
    .replaceAll(/\D/g, '')
    .replace(/^00(?=\d{9})/, '')
    .replace(/^1(?=\d{10}$)/, '')

/** The words a phone number can be found by: from its start, without its area code, or by its last digits. */
export function phoneWords(phone: string): string {
  const digits = bareDigits(phone)
  if (digits === '') return ''
  return [digits, ...(digits.length > 7 ? [digits.slice(-7)] : []), backward(digits)].join(' ')
}

const mostPieces = 8
const fewestDigits = 3

/** Each way to read a text: words that must all be there, with the ways to write each of them. */
function readingsOf(text: string): string[][][] {
  const pieces = piecesOf(text).slice(0, mostPieces)
  if (pieces.length === 0) return []
  // A phone number in any format is one word.
  const digits = /^[\d\s()+./-]*$/.test(text) ? bareDigits(text) : ''
  const number = digits.length < fewestDigits ? [] : [[wordsFor(digits)]]
  if (number.length > 0 && /[()+]/.test(text)) return number
  const other = otherSpelling(text)
  const ways = [pieces, glued(pieces), ...(other === null ? [] : [piecesOf(other).slice(0, mostPieces)])]
  return [...ways.map((way) => way.map((parts) => wordsFor(joined(parts)))), ...number]
}

/** A word, or the last digits of a number. */
function wordsFor(word: string): string[] {
  if (!/^\d+$/.test(word)) return [word]
  const digits = bareDigits(word)
  return [...new Set([word, digits, ...(digits.length < fewestDigits ? [] : [backward(digits)])])]
}

/** A full-text expression in which no word counts as an operator. */
function expression(readings: readonly string[][][], isStart: boolean): string {
  const term = (word: string) => `"${word}"${isStart || word.startsWith('§') ? '*' : ''}`
  const all = readings.map((words) => words.map((ways) => `(${ways.map(term).join(' OR ')})`).join(' AND '))
  return [...new Set(all)].map((reading) => `(${reading})`).join(' OR ')
}

/** A franchise as one word that nobody can type. Rows of others may share it, so check the franchise too. */
export const franchiseWord = (franchiseId: string | null): string =>
  franchiseId === null ? '' : `¤${piecesOf(franchiseId).flat().join('')}`

/** Limits an expression to a franchise, however many rows others have. */
export const inFranchise = (words: string, franchiseId: string | undefined): string =>
  franchiseId === undefined ? words : `(${words}) AND franchise : "${franchiseWord(franchiseId)}"`

/** Finds rows in which each word of the text starts a word. Null when the text has no word. */
export function searchWords(text: string): string | null {
  const readings = readingsOf(text)
  return readings.length === 0 ? null : expression(readings, true)
}

/** The same for a search box, the best matches first: whole words before starts, names before the rest. */
export function searchTiers(text: string): string[] {
  const readings = readingsOf(text)
  if (readings.length === 0) return []
  return [false, true].flatMap((isStart) => {
    const words = expression(readings, isStart)
    // A number isn't in a name.
    return /\p{L}/u.test(text) ? [`name : (${words})`, words] : [words]
  })
}

/** Finds the text in a list that fits into memory: a smaller number is a better match, null is none. */
export function searchMatcher(text: string): (name: string, contact?: string) => number | null {
  const readings = readingsOf(text)
  const holds = (words: readonly string[], isSame: (word: string, wanted: string) => boolean) =>
    readings.some((reading) =>
      reading.every((ways) => ways.some((wanted) => words.some((word) => isSame(word, wanted)))),
    )
  const equals = (word: string, wanted: string) => word === wanted
  const starts = (word: string, wanted: string) => word.startsWith(wanted)
  return (name, contact = '') => {
    const named = nameWords(name).split(' ')
    const all = [...named, ...contact.split(' ')]
    const tiers = [holds(named, equals), holds(all, equals), holds(named, starts), holds(all, starts)]
    const tier = tiers.indexOf(true)
    return tier < 0 ? null : tier
  }
}

/** Whether two names may be one person's: the same words in any order, each with at most one letter off. */
export function areSimilarNames(one: string, other: string): boolean {
  const [some, others] = [one, other].map((name) => glued(piecesOf(name)).map(joined))
  if (!some || !others || some.length !== others.length || some.length === 0) return false
  const rest = [...others]
  return some.every((word) => {
    const at = rest.findIndex((candidate) => isClose(word, candidate))
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  })
}

/** Equal, or one letter more, less or other in a word that is long enough to tell. */
function isClose(one: string, other: string): boolean {
  if (one === other) return true
  const [short = '', long = ''] = [one, other].toSorted((a, b) => a.length - b.length)
  if (short.length < 3 || long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1)
}
