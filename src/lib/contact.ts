import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { oneLine } from './text'

/** One spelling per e-mail address, to tell customers apart by. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase()

/** Digits only, so that `303-555-0142` and `303 555 0142` are one customer. */
export function normalisePhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  return phone.trim().startsWith('+') ? `+${digits}` : digits
}

/** A number as providers want it, read as a US one unless it says otherwise. Null when it is none. */
export function toE164(phone: string): string | null {
  const number = parsePhoneNumberFromString(phone, 'US')
  return number?.isPossible() ? number.number : null
}

/** A number as people write it: `(303) 555-0100`, with the country in front where it is not the US. */
export function shownPhone(phone: string): string {
  const number = parsePhoneNumberFromString(phone, 'US')
  if (!number?.isPossible()) return phone
  return number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational()
}

/** `"Name" <address>`; nothing in the name can end the header or pose as another address. */
export function mailbox({ name, address }: { name: string; address: string }): string {
  const shown = displayName(name)
  return shown === '' ? address : `"${shown}" <${address}>`
}

export function displayName(name: string): string {
  return headerText(name.replaceAll(/["\\<>@]/g, ' ')).slice(0, 100)
}

/** One line without control characters, as a header needs it. */
export function headerText(text: string): string {
  return oneLine(text).trim()
}

/** The parts of EMAIL_FROM, which may be an address or a name and an address. */
export function parseSender(from: string): { name: string; address: string } {
  const named = /^([^<>]*)<([^<>]+)>$/.exec(from)
  if (!named) return { name: '', address: from.trim() }
  return { name: displayName(named[1] ?? ''), address: (named[2] ?? '').trim() }
}

const reservedDomains = /(?:^|\.)(?:example\.(?:com|org|net)|example|test|invalid|localhost)$/i

/** Domains set aside for documentation and tests: nobody reads mail there, so none is sent. */
export function isReservedEmail(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).replace(/\.$/, '')
  return reservedDomains.test(domain)
}

/** 555-0100 to 555-0199 in any area of the North American plan: numbers for fiction. */
export function isReservedPhone(phone: string): boolean {
  const digits = phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return /^(?:\d{3})?55501\d{2}$/.test(digits)
}
