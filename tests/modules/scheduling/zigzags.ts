import { Planner } from '../../../src/modules/scheduling/planner/planner'
import type { TestApp } from '../../support/app'
import { plantJob } from '../../support/jobs'
import { denver, marcus, sofia } from '../../support/world'

const dates = ['2026-03-04', '2026-03-05', '2026-03-06']
const north = { lat: 39.88, lng: -104.99 }
const south = { lat: 39.62, lng: -104.99 }

/** Two technicians in Denver drive to the north, the south and the north again, three days long. */
export async function zigzags(app: TestApp): Promise<void> {
  for (const date of dates)
    for (const workerId of [marcus, sofia])
      for (const [clock, preferredTime, place] of [
        ['08:30', '08:00-10:00', north],
        ['10:30', '10:00-12:00', south],
        ['12:30', '10:00-14:00', north],
      ] as const)
        await plantJob(app, {
          workerId,
          start: `${date}T${clock}:00.000-07:00`,
          status: 'scheduled',
          fields: {
            ...place,
            franchiseId: denver,
            placeState: 'placed',
            preferredDate: date,
            preferredTime,
            movable: true,
          },
        })
}

/** Searches a short while and without rests, which is enough for zigzags. */
export function searchBriefly({ deps }: TestApp): void {
  const planner = deps.state.of(Planner)
  const solve = planner.solve.bind(planner)
  planner.solve = (given, problem) =>
    solve(given, {
      ...problem,
      isPatient: false,
      budget: { roundsPerJob: 8, replan: { roundsPerJob: 8, passes: 8 }, cpuMs: Infinity },
    })
}
