/** One spelling per e-mail address, to tell customers apart by. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase()

/** Digits only, so that `303-555-0142` and `303 555 0142` are one customer. */
export function normalisePhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  return phone.trim().startsWith('+') ? `+${digits}` : digits
}
