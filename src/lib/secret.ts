import { timingSafeEqual } from 'node:crypto'

/** Takes the same time however much of the secret is right. An unset secret never matches. */
export function sameSecret(given: string, expected: string | null | undefined): boolean {
  if (!expected || given === '') return false
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Uint8Array {
  return new Bun.CryptoHasher('sha256').update(text).digest()
}

/**
 * A keyed hash in hex. Include the purpose in the parts, so a hash made for one purpose is useless for
 * another.
 */
export function keyedHash(key: string, ...parts: string[]): string {
  return new Bun.CryptoHasher('sha256', key).update(parts.join('\u0000')).digest('hex')
}
