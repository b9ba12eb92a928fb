import { timingSafeEqual } from 'node:crypto'

/** Compares without telling by its duration how much was right. An unset secret never matches. */
export function sameSecret(given: string, expected: string | null | undefined): boolean {
  if (!expected || given === '') return false
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Uint8Array {
  return new Bun.CryptoHasher('sha256').update(text).digest()
}

/** A keyed hash in hex: the key says what it is for, so one purpose's hash is worthless for another. */
export function keyedHash(key: string, ...parts: string[]): string {
  return new Bun.CryptoHasher('sha256', key).update(parts.join('\u0000')).digest('hex')
}
