/** The API counts minutes. With two decimals, every minute comes back as it was. */
export const hoursOf = (minutes: number | null): string =>
  minutes === null ? '' : String(Math.round((minutes / 60) * 100) / 100)

/** Text that isn't a number is sent unchanged, so the service can refuse it. */
export function minutesOf(hours: string): number | string | null {
  if (hours.trim() === '') return null
  const minutes = Math.round(Number(hours) * 60)
  return Number.isNaN(minutes) ? hours : minutes
}
