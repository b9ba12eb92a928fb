import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** A number as providers want it, read as a US one unless it says otherwise. Null when it is none. */
export function toE164(phone: string): string | null {
  const number = parsePhoneNumberFromString(phone, 'US')
  return number?.isPossible() ? number.number : null
}
