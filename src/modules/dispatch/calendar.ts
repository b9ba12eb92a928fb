import { dayBounds, localDateAt } from '../../lib/local-days'
import { isOpenDay, openDays } from '../../lib/open-days'
import type { Interval } from './engine/world'

/** A day on which visits are made, with its bounds in milliseconds. */
export interface LocalDay extends Interval {
  date: string
  /** 1 is Monday, 7 is Sunday. */
  weekday: number
}

/** The days and hours of a franchise in its own time zone, whatever its clocks do. */
export class Calendar {
  readonly #closed: ReadonlySet<string>
  readonly #moments = new Map<string, number>()

  constructor(
    readonly timeZone: string,
    closed: readonly string[] = [],
  ) {
    this.#closed = new Set(closed)
  }

  dateAt(moment: number): string {
    return localDateAt(moment, this.timeZone)
  }

  /** Dispatch works from Monday to Saturday, but not on days the franchise is closed. */
  isOpen(date: string): boolean {
    return isOpenDay(Temporal.PlainDate.from(date), { closed: this.#closed })
  }

  /** The next open days, the given one among them where it is open. */
  openDays(from: string, count: number): LocalDay[] {
    return openDays(from, count, { closed: this.#closed }).map((date) => this.day(date))
  }

  day(date: string): LocalDay {
    const { from, to } = dayBounds(date, this.timeZone)
    return { date, weekday: weekdayOf(date), start: from, end: to }
  }

  /** When the clock on the wall shows so many minutes after midnight; 1440 is the end of the day. */
  momentOf(date: string, minute: number): number {
    const key = `${date} ${minute}`
    const known = this.#moments.get(key)
    if (known !== undefined) return known
    const moment = minute >= 1440 ? dayBounds(date, this.timeZone).to : this.#onTheWall(date, minute)
    this.#moments.set(key, moment)
    return moment
  }

  #onTheWall(date: string, minute: number): number {
    const time = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 })
    return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: this.timeZone, plainTime: time })
      .epochMilliseconds
  }
}

const weekdayOf = (date: string): number => Temporal.PlainDate.from(date).dayOfWeek
