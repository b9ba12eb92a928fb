import { dateText, zonedAt } from './calendar'
import type { WeekdayHours } from './hours'

interface Span {
  startMinute: number
  endMinute: number
}

export interface OpenDay {
  date: string
  /** Empty on a closed day. */
  spans: Span[]
}

export interface OpeningHours {
  /** A week, from today on. */
  days: OpenDay[]
  isOpen: boolean
  /** The minute of today when they close, while they are open. */
  closesAt: number | null
  /** The next opening while they are closed; null if there is none this week. */
  opensAt: { date: string; minute: number } | null
}

/** The coming week of a business, as people where it works see it. */
export function openingHours(
  week: readonly WeekdayHours[],
  closed: ReadonlySet<string>,
  { now, timeZone }: { now: number; timeZone: string },
): OpeningHours {
  const here = zonedAt(now, timeZone)
  const minute = here.hour * 60 + here.minute
  const days = Array.from({ length: 7 }, (_, ahead) => {
    const date = here.toPlainDate().add({ days: ahead })
    const text = dateText(date)
    return { date: text, spans: closed.has(text) ? [] : spansOn(week, date.dayOfWeek) }
  })
  const open = days[0]?.spans.find(({ startMinute, endMinute }) => startMinute <= minute && minute < endMinute)
  const openings = days.flatMap(({ date, spans }) =>
    spans.map(({ startMinute }) => ({ date, minute: startMinute })),
  )
  const next = openings.find((one) => one.date !== days[0]?.date || one.minute > minute)
  return {
    days,
    isOpen: open !== undefined,
    closesAt: open?.endMinute ?? null,
    opensAt: open ? null : (next ?? null),
  }
}

/** Hours that touch or overlap are one span. */
function spansOn(week: readonly WeekdayHours[], weekday: number): Span[] {
  const hours = week
    .filter((one) => one.weekday === weekday)
    .toSorted((a, b) => a.startMinute - b.startMinute)
  const spans: Span[] = []
  for (const { startMinute, endMinute } of hours) {
    const last = spans.at(-1)
    if (last && startMinute <= last.endMinute) last.endMinute = Math.max(last.endMinute, endMinute)
    else spans.push({ startMinute, endMinute })
  }
  return spans
}
