/** What somebody searched for before they booked for a new caller. It stays out of the address, which people share. */
let searched = ''

export const noteCaller = (text: string): void => void (searched = text)

/** The field it belongs in, once. */
export function takeCaller(): { customerName?: string; customerPhone?: string; customerEmail?: string } {
  const text = searched
  searched = ''
  if (text === '') return {}
  if (text.includes('@')) return { customerEmail: text }
  return /^[\d\s()+.-]+$/.test(text) ? { customerPhone: text } : { customerName: text }
}
