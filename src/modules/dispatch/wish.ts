import { localDateAt } from '../../lib/local-days'
import type { Calendar, LocalDay } from './calendar'
import type { ArrivalWindow } from './engine/world'
import { timeWish, type TimeWish } from './time-label'

/** When a customer would like to be visited, as far as it can be planned now. */
export interface Wish {
  /** Null where any time will do. */
  windows: ArrivalWindow[] | null
  /** `passed`: the time is over. `early`: beyond the days that are planned. `closed`: a day without visits. */
  state: 'open' | 'passed' | 'early' | 'closed'
  /** The words for the time were not understood, so any time of the day is taken. */
  unclear: boolean
}

interface Wished {
  preferredDate: string | null
  preferredTime: string | null
}

/** Reads wishes of one franchise against its planned days; the same words mean the same each time. */
export class Wishes {
  readonly #known = new Map<string, Wish>()

  constructor(
    readonly calendar: Calendar,
    readonly days: readonly LocalDay[],
    readonly now: number,
  ) {}

  of({ preferredDate, preferredTime }: Wished): Wish {
    const key = `${preferredDate} ${preferredTime}`
    const known = this.#known.get(key)
    if (known) return known
    const wish = this.#read(preferredDate, preferredTime)
    this.#known.set(key, wish)
    return wish
  }

  #read(preferredDate: string | null, preferredTime: string | null): Wish {
    const time = timeWish(preferredTime)
    const unclear = time === 'unknown'
    if (preferredDate === null) {
      const windows = typeof time === 'string' ? null : this.days.map(({ date }) => this.#window(date, time))
      return { windows, state: 'open', unclear }
    }
    const date = localDateOf(preferredDate, this.calendar.timeZone)
    const window = this.#window(date, time)
    return { windows: [window], state: this.#stateOf(date, window), unclear }
  }

  #window(date: string, time: TimeWish): ArrivalWindow {
    const { from, until } = typeof time === 'string' ? { from: 0, until: 1440 } : time
    return { from: this.calendar.momentOf(date, from), until: this.calendar.momentOf(date, until) }
  }

  #stateOf(date: string, { until }: ArrivalWindow): Wish['state'] {
    if (until <= this.now) return 'passed'
    if (!this.calendar.isOpen(date)) return 'closed'
    return this.days.some((day) => day.date === date) ? 'open' : 'early'
  }
}

/**
 * The day a wish is about. A moment is taken in the franchise's time zone, but midnight in UTC is how
 * programs write a bare date, and west of Greenwich it would be the evening before.
 */
function localDateOf(preferredDate: string, timeZone: string): string {
  const date = preferredDate.slice(0, 10)
  const rest = preferredDate.slice(10)
  const isMoment = /(?:Z|[+-]\d{2}:\d{2})$/.test(rest)
  if (!isMoment || /^T00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:00)$/.test(rest)) return date
  const moment = Date.parse(preferredDate)
  return Number.isNaN(moment) ? date : localDateAt(moment, timeZone)
}
