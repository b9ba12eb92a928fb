/** No look-alikes and no vowels, because people read it out on the phone and it must not spell a word. */
const letters = '23456789BCDFGHJKMNPQRSTVWXYZ'

/** Enough for 17 million references. A job whose reference is taken gets one more letter. */
const shortest = 5
const isSpelled = new RegExp(`^[${letters}]+$`)
const pattern = new RegExp(`^[${letters}]{${shortest},}$`)

/**
 * The label people know a job by, such as `TR-7K2Q9`. It gives no access. It is a one-way hash of the id, so
 * it doesn't reveal the id, and a job without a stored reference always gets the same one.
 */
export function referenceFor(id: string, length = shortest): string {
  const digest = Bun.SHA256.hash(`reference ${id}`) as Uint8Array
  let reference = 'TR-'
  for (const byte of digest.subarray(0, length)) reference += letters[byte % letters.length]
  return reference
}

/** References of growing length, as far as the hash reaches. */
export function* referencesFor(id: string): Generator<string> {
  for (let length = shortest; length <= 32; length++) yield referenceFor(id, length)
}

/** The reference someone typed, in any case and with or without the prefix; null if it can't be one. */
export function readReference(typed: string): string | null {
  const bare = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replace(/^TR(?=.{5})/, '')
  return pattern.test(bare) ? `TR-${bare}` : null
}

/** The start of a reference someone is typing, such as `tr-7` or `7k2q`; null if it can't be one. */
export function startOfReference(typed: string): string | null {
  const bare = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  const isPrefixed = /^\s*TR[\s-]+\S/i.test(typed) || /^TR.{3}/.test(bare)
  const start = isPrefixed ? bare.slice(2) : bare
  return (isPrefixed || start.length > 3) && isSpelled.test(start) ? `TR-${start}` : null
}

export const referenceOf = ({ id, reference }: { id: string; reference: string | null }): string =>
  reference ?? referenceFor(id)
