import { phoneLibrary } from './phone-library'

/** A two-letter code of a country that has phone numbers, such as US or CA. */
export const isPhoneCountry = (code: string): boolean => phoneLibrary().isSupportedCountry(code)

/** Carriers and customers treat their numbers as US numbers. */
const territories = ['AS', 'GU', 'MP', 'PR', 'VI']
/** Calling code 1 is shared by the US, Canada and islands where texts cost many times as much. */
const sharedCode = '1'

/** Whether a number belongs to one of these countries. Invalid numbers belong to none. */
export function isInCountries(phone: string, countries: readonly string[]): boolean {
  const number = phoneLibrary().parsePhoneNumberFromString(phone, 'US')
  if (!number?.isPossible()) return false
  const { country, countryCallingCode } = number
  if (country === undefined) return false
  if (countries.includes(country) || (countries.includes('US') && territories.includes(country))) return true
  // Other shared codes have one price, and their countries can't be told apart reliably.
  return (
    countryCallingCode !== sharedCode &&
    countries.some(
      (code) =>
        phoneLibrary().isSupportedCountry(code) &&
        phoneLibrary().getCountryCallingCode(code) === countryCallingCode,
    )
  )
}
