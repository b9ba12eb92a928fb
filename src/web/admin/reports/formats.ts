/** `1 hr 30 min` from a number of minutes. */
export function formatDuration(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  return [hours > 0 && `${hours} hr`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

/** `8.81%` from a percentage. */
export const formatPercent = (percent: number): string =>
  `${percent.toLocaleString('en-US', { maximumFractionDigits: 4 })}%`

/** `(303) 555-0100` for a US number; any other number stays as it is stored. */
export function formatPhone(phone: string): string {
  const [, area, exchange, line] =
    /^\+?1?([2-9]\d{2})(\d{3})(\d{4})$/.exec(phone.replaceAll(/[\s().-]/g, '')) ?? []
  return area === undefined ? phone : `(${area}) ${exchange}-${line}`
}

/** `Pacific Time` instead of `America/Los_Angeles`. */
export function formatTimeZone(timeZone: string): string {
  if (timeZone === 'UTC') return timeZone
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
