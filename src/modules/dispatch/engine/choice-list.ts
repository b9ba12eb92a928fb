import { distance, Nearest } from './nearest'
import type { Routes } from './routes'
import { skillTest } from './skills'

export interface ChoiceList {
  /** The choices of job j begin at first[j]. */
  first: Int32Array
  route: Int32Array
}

/** The routes each job may go on by its worker's skills and hours; of very many workers, the nearest ones. */
export function* listChoices(routes: Routes): Generator<void, ChoiceList> {
  const { pool, spans } = routes
  const able = skillTest(pool.jobs, pool.workers)
  const nearest = new Nearest(Math.min(pool.options.nearestWorkers, pool.workers.length))
  const first = new Int32Array(pool.jobs.length + 1)
  const route: number[] = []
  for (let job = 0; job < pool.jobs.length; job += 1) {
    showWorkers(job)
    for (const worker of nearest.items.subarray(0, nearest.count).toSorted()) {
      for (let on = worker * pool.dayCount; on < (worker + 1) * pool.dayCount; on += 1) {
        if (spans.gather(job, on) > 0) route.push(on)
      }
    }
    first[job + 1] = route.length
    yield
  }
  return { first, route: Int32Array.from(route) }

  function showWorkers(job: number): void {
    const { place } = pool.jobs[job]!
    nearest.clear()
    for (let worker = 0; worker < pool.workers.length; worker += 1) {
      if (able(job, worker)) nearest.show(worker, distance(place, pool.workers[worker]!.home))
    }
  }
}
