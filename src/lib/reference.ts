/** Neither look-alikes nor vowels: it is read out on the phone, and never spells a word. */
const letters = '23456789BCDFGHJKMNPQRSTVWXYZ'

/** Seventeen million of them; a job whose letters are taken gets one more. */
const shortest = 5
const pattern = new RegExp(`^[${letters}]{${shortest},}$`)

/**
 * The label people know a job by, such as `TR-7K2Q9`. It opens nothing. A one-way hash of the id, so nobody
 * can get from it to the id, and a job that has none stored has the same one whenever it is asked for.
 */
export function referenceFor(id: string, length = shortest): string {
  const digest = new Bun.CryptoHasher('sha256').update(`reference ${id}`).digest()
  return `TR-${Array.from(digest.subarray(0, length), (byte) => letters[byte % letters.length]).join('')}`
}

/** From the shortest on, as far as a hash reaches. */
export function* referencesFor(id: string): Generator<string> {
  for (let length = shortest; length <= 32; length++) yield referenceFor(id, length)
}

/** The reference somebody typed, in either case and with or without its prefix; null if it can't be one. */
export function readReference(typed: string): string | null {
  const bare = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replace(/^TR(?=.{5})/, '')
  return pattern.test(bare) ? `TR-${bare}` : null
}

export const referenceOf = ({ id, reference }: { id: string; reference: string | null }): string =>
  reference ?? referenceFor(id)
