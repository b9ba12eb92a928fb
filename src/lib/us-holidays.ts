export interface Holiday {
  /** `2026-12-25`. */
  date: string
  name: string
}

const day = 86_400_000

const iso = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()

/** The third Monday of a month is `nth(year, month, 1, 3)`. */
function nth(year: number, month: number, weekday: number, count: number): string {
  const first = weekdayOf(iso(year, month, 1))
  return iso(year, month, 1 + ((weekday - first + 7) % 7) + (count - 1) * 7)
}

function lastMonday(year: number, month: number): string {
  const last = iso(year, month + 1, 0)
  return iso(year, month + 1, -((weekdayOf(last) + 6) % 7))
}

const after = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + day).toISOString().slice(0, 10)

/** The holidays on which US businesses close, in the order of a year. */
export function usHolidays(year: number): Holiday[] {
  const thanksgiving = nth(year, 11, 4, 4)
  return [
    { date: iso(year, 1, 1), name: "New Year's Day" },
    { date: nth(year, 1, 1, 3), name: 'Martin Luther King Jr. Day' },
    { date: nth(year, 2, 1, 3), name: "Presidents' Day" },
    { date: lastMonday(year, 5), name: 'Memorial Day' },
    { date: iso(year, 6, 19), name: 'Juneteenth' },
    { date: iso(year, 7, 4), name: 'Independence Day' },
    { date: nth(year, 9, 1, 1), name: 'Labor Day' },
    { date: nth(year, 10, 1, 2), name: 'Columbus Day' },
    { date: iso(year, 11, 11), name: 'Veterans Day' },
    { date: thanksgiving, name: 'Thanksgiving' },
    { date: after(thanksgiving), name: 'Day after Thanksgiving' },
    { date: iso(year, 12, 24), name: 'Christmas Eve' },
    { date: iso(year, 12, 25), name: 'Christmas Day' },
  ]
}

/** The name of a holiday on this date; null on other days. */
export const holidayName = (date: string): string | null =>
  usHolidays(Number(date.slice(0, 4))).find((holiday) => holiday.date === date)?.name ?? null

/** The holidays of the 12 months from this date. */
export function nextHolidays(today: string): Holiday[] {
  const year = Number(today.slice(0, 4))
  const end = `${year + 1}${today.slice(4)}`
  return [...usHolidays(year), ...usHolidays(year + 1)].filter(({ date }) => date >= today && date < end)
}
