import { Choices } from './choices'
import { listChoices } from './choice-list'
import type { PlanOptions } from './options'
import { describePlacements } from './placements'
import { Polish } from './polish'
import { replayPlan } from './replay'
import type { Placement } from './result'
import type { OpenJob, World } from './world'

/**
 * The placements of a plan with more jobs of the same franchise among them: one after another, each where it
 * costs least and leaves everybody before it a place. It is the test by which windows are offered.
 */
export function* addToPlan(
  world: World,
  placements: readonly Placement[],
  more: OpenJob[],
  options?: Partial<PlanOptions>,
): Generator<void, Placement[]> {
  const [first] = more
  if (!first) return [...placements]
  const able = more.filter((job) => job.place !== null && job.durationMinutes !== null && job.inServiceArea)
  const routes = yield* replayPlan(world, first.franchiseId, placements, able, options)
  const choices = new Choices(routes, yield* listChoices(routes))
  for (let job = 0; job < able.length; job += 1) {
    const choice = choices.best(job)
    if (choice !== -1) choices.take(choice)
    yield
  }
  // Who came first could not know who would come; now each may move to where it costs less.
  const polish = new Polish(choices, null)
  while (polish.step()) yield
  return yield* describePlacements(choices)
}
