import { phoneLibrary } from './phone-library'
import { oneLine } from './text'

/** An atom as in RFC 5321 and, beyond ASCII, RFC 6531: any visible character. */
const atom = /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]|(?![\p{C}\p{Z}])\P{ASCII})+$/u
/** Most local parts, without the search through Unicode's classes. */
const plainLocal = /^[a-z0-9]+(?:[._+-][a-z0-9]+)*$/
const utf8 = new TextEncoder()
const bytesOf = (text: string): number => utf8.encode(text).length

/**
 * The one rule for email addresses: a dot-atom before the last @ and a public host name after it, in any
 * script. Quoted local parts and IP addresses as hosts are valid, but no one uses them.
 */
export function isEmail(email: string): boolean {
  const { local, host } = partsOf(email)
  const ascii = asciiHost(host)
  if (ascii === null || bytesOf(local) > 64 || bytesOf(local) + ascii.length > 253) return false
  return plainLocal.test(local) || local.split('.').every((part) => atom.test(part))
}

function partsOf(email: string): { local: string; host: string } {
  const at = email.lastIndexOf('@')
  return { local: email.slice(0, Math.max(at, 0)), host: email.slice(at + 1) }
}

/** Most hosts: lower case, no hyphens and letters at the end, which the URL parser returns unchanged but slowly. */
const plainHost = /^(?:[a-z0-9]{1,63}\.)+[a-z]{2,63}$/

/** The host as the mail system spells it: `exämple.de` is `xn--exmple-cua.de`. Null if it is impossible. */
function asciiHost(host: string): string | null {
  if (host.length <= 253 && plainHost.test(host)) return host
  if (!/^(?:[A-Za-z0-9.-]|\P{ASCII})+$/u.test(host)) return null
  const ascii = URL.parse(`http://${host}`)?.hostname ?? ''
  const labels = ascii.split('.')
  const isHost =
    labels.length > 1 &&
    ascii.length <= 253 &&
    labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    /[a-z]/.test(labels.at(-1) ?? '')
  return isHost ? ascii : null
}

/** The address in a form every mail server accepts: the host in ASCII, the part before it as written. */
export function mailableEmail(email: string): string {
  const { local, host } = partsOf(email)
  return `${local}@${asciiHost(host) ?? host}`
}

/** Gives each email address one spelling, so the same address means the same customer, opt-out and limit. */
export const normaliseEmail = (email: string): string =>
  mailableEmail(email.trim().normalize('NFC')).toLowerCase()

/** Keeps only digits, so that `303-555-0142` and `303 555 0142` are one customer. */
export function normalisePhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  return phone.trim().startsWith('+') ? `+${digits}` : digits
}

/** The number in the format providers need. Numbers without a country code count as US. Null if invalid. */
export function toE164(phone: string): string | null {
  const number = phoneLibrary().parsePhoneNumberFromString(phone, 'US')
  return number?.isPossible() ? number.number : null
}

/** The number as people write it: `(303) 555-0100`, with a country code if it isn't a US number. */
export function shownPhone(phone: string): string {
  const number = phoneLibrary().parsePhoneNumberFromString(phone, 'US')
  if (!number?.isPossible()) return phone
  return number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational()
}

/** Shown where customers can't pay online. */
export const callToPay = (phone: string | null | undefined): string =>
  phone ? `To pay, call us at ${shownPhone(phone)}.` : 'To pay, call our office.'

/** `"Name" <address>`. Nothing in the name can end the header or imitate another address. */
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

/** Splits EMAIL_FROM, which is an address or a name and an address. */
export function parseSender(from: string): { name: string; address: string } {
  const named = /^([^<>]*)<([^<>]+)>$/.exec(from)
  if (!named) return { name: '', address: from.trim() }
  return { name: displayName(named[1] ?? ''), address: (named[2] ?? '').trim() }
}

const reservedDomains = /(?:^|\.)(?:example\.(?:com|org|net)|example|test|invalid|localhost)$/i

/** Domains reserved for documentation and tests. No one reads mail there, so none is sent. */
export function isReservedEmail(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).replace(/\.$/, '')
  return reservedDomains.test(domain)
}

/** 555-0100 to 555-0199 in any North American area code are reserved for fiction. */
export function isReservedPhone(phone: string): boolean {
  const digits = phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return /^(?:\d{3})?55501\d{2}$/.test(digits)
}
