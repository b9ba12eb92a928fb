import { timePreference, type TimePreference } from '../../../lib/arrival-windows'
import { dayBounds, localDateAt, isOpenDay, openDays } from '../../../lib/calendar'
import { minuteOfDay } from '../../../lib/hours'
import type { Lunch, Overtime, RushHours } from '../../../settings/hours'
import type { Interval, ArrivalWindow, WorkDay } from '../engine/world'

/** A day with visits, with its bounds in milliseconds. */
export interface LocalDay extends Interval {
  date: string
  /** 1 is Monday, 7 is Sunday. */
  weekday: number
}

/** The days and hours of a franchise in its own time zone, across clock changes. */
export class Calendar {
  readonly #closed: ReadonlySet<string>
  readonly #moments = new Map<string, number>()

  constructor(
    readonly timeZone: string,
    closed: readonly string[] = [],
    readonly rushHours: readonly RushHours[] = [],
    /** The company's lunch break and overtime. */
    readonly lunch: Lunch | null = null,
    readonly overtime: Overtime | null = null,
  ) {
    this.#closed = new Set(closed)
  }

  dateAt(moment: number): string {
    return localDateAt(moment, this.timeZone)
  }

  /** Dispatch plans Monday to Saturday, except on days the franchise is closed. */
  isOpen(date: string): boolean {
    return isOpenDay(Temporal.PlainDate.from(date), { closed: this.#closed })
  }

  /** A holiday or another day without visits. */
  isClosed(date: string): boolean {
    return this.#closed.has(date)
  }

  /** The next open days, including the given one if it is open. */
  openDays(from: string, count: number): LocalDay[] {
    return openDays(from, count, { closed: this.#closed }).map((date) => this.day(date))
  }

  day(date: string): LocalDay {
    const { from, to } = dayBounds(date, this.timeZone)
    return { date, weekday: weekdayOf(date), start: from, end: to }
  }

  /** Converts local minutes after midnight to a time; 1440 is the end of the day. */
  momentOf(date: string, minute: number): number {
    const key = `${date} ${minute}`
    const known = this.#moments.get(key)
    if (known !== undefined) return known
    const moment = minute >= 1440 ? dayBounds(date, this.timeZone).to : this.#onTheWall(date, minute)
    this.#moments.set(key, moment)
    return moment
  }

  /** The lunch break on a day, for a technician with or without their own. */
  lunchOn(date: string, own: Lunch | null): WorkDay['lunch'] {
    const { minutes = 0, from = '', until = '' } = own ?? this.lunch ?? {}
    if (minutes === 0) return null
    const at = (time: string) => this.momentOf(date, minuteOfDay(time) ?? 0)
    return { minutes, from: at(from), until: at(until) }
  }

  /** The overtime of a technician with or without a limit of their own. */
  overtimeOf(own: number | null): Overtime | null {
    const { minutes = 0, cost = 1 } = this.overtime ?? {}
    return (own ?? minutes) === 0 ? null : { minutes: own ?? minutes, cost }
  }

  #onTheWall(date: string, minute: number): number {
    const time = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 })
    return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: this.timeZone, plainTime: time })
      .epochMilliseconds
  }
}

const weekdayOf = (date: string): number => Temporal.PlainDate.from(date).dayOfWeek

/** When a customer would like the visit, as far as it can be planned now. */
export interface ArrivalPreference {
  /** Null if any time is fine. */
  windows: ArrivalWindow[] | null
  /** `passed`: the time is over. `early`: beyond the planned days. `closed`: a day without visits. */
  state: 'open' | 'passed' | 'early' | 'closed'
  /** We didn't understand the preferred time, so any time that day is fine. */
  unclear: boolean
}

interface Preferred {
  preferredDate: string | null
  preferredTime: string | null
}

/** Interprets preferences against a franchise's planned days, caching repeated ones. */
export class ArrivalPreferences {
  readonly #known = new Map<string, ArrivalPreference>()

  constructor(
    readonly calendar: Calendar,
    readonly days: readonly LocalDay[],
    readonly now: number,
  ) {}

  of({ preferredDate, preferredTime }: Preferred): ArrivalPreference {
    const key = `${preferredDate} ${preferredTime}`
    const known = this.#known.get(key)
    if (known) return known
    const wish = this.#read(preferredDate, preferredTime)
    this.#known.set(key, wish)
    return wish
  }

  #read(preferredDate: string | null, preferredTime: string | null): ArrivalPreference {
    const time = timePreference(preferredTime)
    const unclear = time === 'unknown'
    if (preferredDate === null) {
      const windows = typeof time === 'string' ? null : this.days.map(({ date }) => this.#window(date, time))
      return { windows, state: 'open', unclear }
    }
    const date = localDateOf(preferredDate, this.calendar.timeZone)
    const window = this.#window(date, time)
    return { windows: [window], state: this.#stateOf(date, window), unclear }
  }

  #window(date: string, time: TimePreference): ArrivalWindow {
    const { from, until } = typeof time === 'string' ? { from: 0, until: 1440 } : time
    return { from: this.calendar.momentOf(date, from), until: this.calendar.momentOf(date, until) }
  }

  #stateOf(date: string, { until }: ArrivalWindow): ArrivalPreference['state'] {
    if (until <= this.now) return 'passed'
    if (!this.calendar.isOpen(date)) return 'closed'
    return this.days.some((day) => day.date === date) ? 'open' : 'early'
  }
}

/**
 * The date a preference means. A time is taken in the franchise's time zone, except midnight UTC: that is how
 * programs write a plain date, and in the US it would be the evening before.
 */
export function localDateOf(preferredDate: string, timeZone: string): string {
  const date = preferredDate.slice(0, 10)
  const rest = preferredDate.slice(10)
  const isMoment = /(?:Z|[+-]\d{2}:\d{2})$/.test(rest)
  if (!isMoment || /^T00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:00)$/.test(rest)) return date
  const moment = Date.parse(preferredDate)
  return Number.isNaN(moment) ? date : localDateAt(moment, timeZone)
}
