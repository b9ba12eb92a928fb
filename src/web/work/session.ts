import { takeFragmentToken } from '../client/fragment'
import { kept } from '../client/storage'

// Phones close tabs on their own, so the token outlives them; the office ends it after a day or at once.
const place = kept<string>('worker-token')

/** The token of the link that was opened, else the one this phone has from before. */
export function currentToken(): string | null {
  const fresh = takeFragmentToken()
  if (fresh !== null) place.write(fresh)
  return fresh ?? place.read()
}

export const forgetToken = (): void => place.clear()
