/** With fewer bits than this, an attacker who has one signed token can guess the secret. */
const enoughBits = 56

/**
 * Whether an attacker who knows how people make up secrets could guess this one. Random secrets of 64 bits or
 * more pass.
 */
export const isGuessable = (secret: string): boolean => estimatedBits(secret) < enoughBits

/**
 * A rough number of bits. Repeats, runs, keyboard rows, common words and natural language add little;
 * everything else counts by its alphabet.
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

/** Estimates the size of the alphabet from the characters used. */
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
/** Random text contains shorter ones by chance. */
const shortestPart = 5

/** A repeat of earlier text. */
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

/** A repeated character, the alphabet, digits or a keyboard row. */
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

/** A word in a phrase or in camel case. */
const word = /[A-Z]?[a-z]{3,}|[A-Z]{4,}/g
const isPronounceable = (run: string): boolean => /[aeiouy]/i.test(run) && !/[^aeiouy]{5}/i.test(run)

/** Whether most of the text is pronounceable and rarely switches between lower case, capitals and digits. */
function looksWritten(secret: string): boolean {
  if (isHex(secret)) return false
  const letters = secret.replaceAll(/[^a-z\d]/gi, '').length
  const runs = (secret.match(word) ?? []).filter((run) => run.length >= 4 && isPronounceable(run))
  const changes = secret.match(/(?<=[a-z])(?=[A-Z\d])|(?<=[A-Z])(?=\d)|(?<=\d)(?=[A-Za-z])/g) ?? []
  const hasLongWord = runs.some((run) => run.length >= 6)
  return hasLongWord && runs.join('').length >= letters * 0.6 && changes.length <= letters * 0.18
}

/** Written language has about 1.5 bits per letter. */
function languageAt(secret: string, at: number): Part {
  const [run = ''] = /^(?:[A-Z]?[a-z]+|[A-Z]+|[ _.-])/.exec(secret.slice(at)) ?? []
  return { length: run.length, bits: run.length * 1.5 }
}
