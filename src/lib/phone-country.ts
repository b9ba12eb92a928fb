import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Two capital letters of a country that has phone numbers, such as US or CA. */
export const isPhoneCountry = (code: string): boolean => isSupportedCountry(code)

/** Their numbers are US numbers to every carrier and every customer. */
const territories = ['AS', 'GU', 'MP', 'PR', 'VI']
/** Calling code 1 is shared by the US, Canada and islands whose texts cost many times as much. */
const sharedCode = '1'

/** Whether a number belongs to one of these countries; what is no number belongs to none. */
export function isInCountries(phone: string, countries: readonly string[]): boolean {
  const number = parsePhoneNumberFromString(phone, 'US')
  if (!number?.isPossible()) return false
  const { country, countryCallingCode } = number
  if (country === undefined) return false
  if (countries.includes(country) || (countries.includes('US') && territories.includes(country))) return true
  // Elsewhere a shared code has one price, and the numbers of its countries are not told apart reliably.
  return (
    countryCallingCode !== sharedCode &&
    countries.some((code) => isSupportedCountry(code) && getCountryCallingCode(code) === countryCallingCode)
  )
}
