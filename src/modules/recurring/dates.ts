const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Nov 15, 2026`, from a date such as 2026-11-15. */
export const dateInWords = (date: string): string => medium.format(Date.parse(`${date}T12:00:00Z`))
