import { useEffect, useState } from 'preact/hooks'
import type { WorkDay } from '../../modules/workforce'
import type { Api } from '../client/api'
import { every } from '../client/clock'
import { lastWeek } from './device'

/** Plans for other days change rarely while somebody works. */
const everyMs = 10 * 60_000

/** The days after today as last seen, asked for even if nobody looks: tomorrow there may be no network. */
export function useWeek(api: Api, today: string | null): WorkDay[] {
  const [days, setDays] = useState(() => lastWeek.read() ?? [])
  useEffect(() => {
    if (today === null) return undefined
    let isOver = false
    const load = async () => {
      const week = await api.work.week.get().catch(() => null)
      // An answer that arrives after the phone forgot everything must not bring it back.
      if (week === null || isOver) return
      lastWeek.write(week.days)
      setDays(week.days)
    }
    setDays(lastWeek.read() ?? [])
    void load()
    const stop = every(everyMs, () => void load())
    return () => {
      isOver = true
      stop()
    }
  }, [api, today])
  return today === null ? [] : days.filter(({ date }) => date > today)
}
