import { oneLine } from './one-line'

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
