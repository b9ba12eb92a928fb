import type { Deps } from '../../deps'
import { must } from '../../lib/errors'
import type { Point } from '../../lib/geo'
import { drawLines, sketchMap } from '../geo'
import { whereNow } from './drive'
import { readWorkDay } from './work-day'
import type { DayMap } from './work-model'

/** The places of a day's visits and the way from one to the next, as lines that a phone can keep and draw. */
export async function readDayMap(deps: Deps, workerId: string, wanted?: string): Promise<DayMap> {
  const { date, jobs } = await readWorkDay(deps, workerId, wanted)
  const stops = jobs.flatMap(({ id, lat, lng }, at) =>
    lat === null || lng === null ? [] : [{ jobId: id, place: at + 1, lat, lng }],
  )
  if (stops.length === 0) return { date, sketch: null }
  const here = await whereNow(deps, workerId)
  const points = [...stops, ...(here === null ? [] : [here])]
  const { spots, ...sketch } = await sketchMap(deps, points, {
    way: await wayAlong(deps, stops),
    withGround: true,
  })
  return {
    date,
    sketch: {
      ...sketch,
      stops: stops.map(({ jobId, place }, at) => ({ jobId, place, ...must(spots[at], 'The place') })),
      here: spots[stops.length] ?? null,
    },
  }
}

async function wayAlong(deps: Deps, stops: readonly Point[]): Promise<Point[]> {
  if (stops.length < 2) return []
  const { lines } = await drawLines(deps, { lines: [stops.map(({ lat, lng }) => [lat, lng])] })
  return (lines[0] ?? []).map(([lat, lng]) => ({ lat, lng }))
}
