import { expect, test } from 'bun:test'
import { Choices, listChoices } from '../../../../src/modules/scheduling/engine/choices'
import { Construction } from '../../../../src/modules/scheduling/engine/construction'
import { franchiseGroups } from '../../../../src/modules/scheduling/engine/groups'
import { buildPool } from '../../../../src/modules/scheduling/engine/pool'
import { seededRandom } from '../../../../src/modules/scheduling/engine/random'
import { Routes } from '../../../../src/modules/scheduling/engine/routes'
import { runAtOnce } from '../../../../src/modules/scheduling/engine/slices'
import { Trial } from '../../../../src/modules/scheduling/engine/trial'
import { defaultOptions } from '../../../../src/modules/scheduling/engine/world'
import { randomWorld } from './random-world'

/** Everything about the routes that a search reads, in a form that can be compared. */
function stateOf(routes: Routes): object {
  const { pool, next, previous, startAt, readyAt, latestStart, leg, routeOf, lunches } = routes
  const linked: object[] = []
  for (let route = 0; route < pool.routeCount; route += 1) {
    const end = pool.firstEnd + route
    for (let stop = pool.firstBegin + route; stop !== end;) {
      stop = next[stop]!
      const times = stop === end ? [] : [startAt[stop], readyAt[stop], latestStart[stop]]
      linked.push([route, stop, previous[stop], leg[stop], ...times, lunches.readyAfter[stop]])
    }
  }
  return {
    linked,
    routeOf: [...routeOf.subarray(0, pool.jobs.length)],
    counts: [[...routes.visitCount], [...routes.visitMinutes], [...routes.version]],
  }
}

test('undoing a trial puts every route back, and the costs of its routes are what they were', () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const world = randomWorld(seed, { jobs: 40, workers: 5, days: 3 })
    const random = seededRandom(seed)
    for (const { workers, jobs } of franchiseGroups(world)) {
      const pool = runAtOnce(buildPool(world.now, workers, jobs, world.travel, defaultOptions))
      const routes = new Routes(pool)
      const choices = new Choices(routes, runAtOnce(listChoices(routes)))
      const construction = new Construction(choices, jobs.length)
      while (construction.step());
      const before = stateOf(routes)
      const bestBefore = jobs.map((_, job) => choices.best(job))
      const trial = new Trial(choices)
      for (let round = 0; round < 5; round += 1) {
        trial.begin()
        const loose = jobs.map((_, job) => job).filter(() => random() < 0.4)
        for (const job of loose) if (routes.routeOf[job] !== -1) trial.remove(job)
        for (const job of loose) {
          const choice = routes.routeOf[job] === -1 ? choices.best(job) : -1
          if (choice !== -1) trial.take(choice)
        }
        trial.undo()
        expect(stateOf(routes)).toEqual(before)
        expect(jobs.map((_, job) => choices.best(job))).toEqual(bestBefore)
      }
    }
  }
})
