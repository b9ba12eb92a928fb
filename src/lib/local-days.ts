/** What the clocks and calendars of a time zone show at a moment. */
export const zonedAt = (at: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)

/** The calendar date at a moment in a time zone, as YYYY-MM-DD. */
export function localDateAt(at: number, timeZone: string): string {
  return zonedAt(at, timeZone).toPlainDate().toString()
}

/** When a local date begins and when the next one does; 23 or 25 hours apart where clocks change. */
export function dayBounds(date: string, timeZone: string): { from: number; to: number } {
  const day = Temporal.PlainDate.from(date)
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(timeZone).epochMilliseconds
  return { from: startOf(day), to: startOf(day.add({ days: 1 })) }
}
