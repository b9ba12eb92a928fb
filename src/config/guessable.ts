/** With fewer bits than this, somebody who has one signed token to try against gets there. */
const enoughBits = 56

/** Whether somebody who knows how people make up secrets would find this one. Random ones of 64 bits and more pass. */
export const isGuessable = (secret: string): boolean => estimatedBits(secret) < enoughBits

/**
 * Roughly how many yes-or-no questions it takes to guess a text: repeats, runs, keyboard rows, known words and
 * language cost a guesser little, everything else as much as its alphabet says.
 */
export function estimatedBits(secret: string): number {
  const text = secret.toLowerCase()
  const perLetter = Math.log2(alphabetOf(secret))
  const isWritten = looksWritten(secret)
  let bits = 0
  for (let at = 0; at < text.length;) {
    const parts = [repeatAt(text, at), runAt(text, at), wordAt(text, at)]
    if (isWritten) parts.push(languageAt(secret, at))
    const longest = parts.reduce((one, other) => (other.length > one.length ? other : one))
    bits += longest.length === 0 ? perLetter : longest.bits
    at += Math.max(1, longest.length)
  }
  return bits
}

/** How many characters each one could have been, going by those that are there. */
function alphabetOf(secret: string): number {
  const letters = isHex(secret) ? 6 : 26
  const kinds: [RegExp, number][] = [
    [/\d/, 10],
    [/[a-z]/, letters],
    [/[A-Z]/, letters],
    [/[^\da-z-]/i, 8],
  ]
  const size = kinds.reduce((sum, [kind, more]) => sum + (kind.test(secret) ? more : 0), 0)
  return Math.max(1, Math.min(size, 2 * new Set(secret).size))
}

const isHex = (secret: string): boolean => /^[\da-f-]+$/i.test(secret) && /\d/.test(secret)

interface Part {
  length: number
  bits: number
}

const none: Part = { length: 0, bits: 0 }
/** By chance, random texts have shorter ones in them. */
const shortestPart = 5

/** Whatever was there before, once more. */
function repeatAt(text: string, at: number): Part {
  let length = 0
  while (
    at > 0 &&
    at + length < text.length &&
    text.lastIndexOf(text.slice(at, at + length + 1), at - 1) >= 0
  )
    length++
  return length < shortestPart ? none : { length, bits: 3 }
}

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv', '1234567890']
const bothWays = rows.flatMap((row) => [row, Array.from(row).toReversed().join('')])

/** One character again and again, the alphabet, the digits, or a row of the keyboard. */
function runAt(text: string, at: number): Part {
  const stepTo = (place: number) => text.charCodeAt(place) - text.charCodeAt(place - 1)
  const step = stepTo(at + 1)
  let length = 1
  if (Math.abs(step) <= 1) while (stepTo(at + length) === step) length++
  for (const row of bothWays) {
    let typed = 0
    while (at + typed < text.length && row.includes(text.slice(at, at + typed + 1))) typed++
    length = Math.max(length, typed)
  }
  return length < shortestPart ? none : { length, bits: 6 }
}

/** People choose these first. */
const words = (
  'changeme password passw secret admin truckroll default example whsec_ welcome letmein master token webhook ' +
  'production development hunter correct horse battery staple foobar deadbeef cafebabe dragon iloveyou'
).split(' ')

function wordAt(text: string, at: number): Part {
  const found = words.filter((word) => Array.from(word).every((letter, on) => isLike(text[at + on], letter)))
  return found.length === 0 ? none : { length: Math.max(...found.map(({ length }) => length)), bits: 6 }
}

const lookalikes: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
}
const isLike = (sign: string | undefined, letter: string): boolean =>
  sign === letter || (sign !== undefined && lookalikes[sign] === letter)

/** A word as it may stand in a phrase or in a camelCased one. */
const word = /[A-Z]?[a-z]{3,}|[A-Z]{4,}/g
const isPronounceable = (run: string): boolean => /[aeiouy]/i.test(run) && !/[^aeiouy]{5}/i.test(run)

/** Whether most of it can be read aloud and it seldom changes between small letters, capitals and digits. */
function looksWritten(secret: string): boolean {
  if (isHex(secret)) return false
  const letters = secret.replaceAll(/[^a-z\d]/gi, '').length
  const runs = (secret.match(word) ?? []).filter((run) => run.length >= 4 && isPronounceable(run))
  const changes = secret.match(/(?<=[a-z])(?=[A-Z\d])|(?<=[A-Z])(?=\d)|(?<=\d)(?=[A-Za-z])/g) ?? []
  const hasLongWord = runs.some((run) => run.length >= 6)
  return hasLongWord && runs.join('').length >= letters * 0.6 && changes.length <= letters * 0.18
}

/** Written language carries about a bit and a half a letter. */
function languageAt(secret: string, at: number): Part {
  const [run = ''] = /^(?:[A-Z]?[a-z]+|[A-Z]+|[ _.-])/.exec(secret.slice(at)) ?? []
  return { length: run.length, bits: run.length * 1.5 }
}
