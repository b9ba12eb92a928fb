import { sameSecret } from '../../lib/secret'

/** Twilio signs the address it calls, followed by every field's name and value in the order of names. */
export function twilioSignature(authToken: string, url: string, fields: URLSearchParams): string {
  const names = [...new Set(fields.keys())].toSorted()
  const text = names.map((name) =>
    [...new Set(fields.getAll(name))]
      .toSorted()
      .map((value) => name + value)
      .join(''),
  )
  return new Bun.CryptoHasher('sha1', authToken).update(url + text.join('')).digest('base64')
}

export function isSignedByTwilio(
  authToken: string | undefined,
  given: string,
  url: string,
  fields: URLSearchParams,
): boolean {
  if (authToken === undefined) return false
  return sameSecret(given, twilioSignature(authToken, url, fields))
}
