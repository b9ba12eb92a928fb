import { setPriority } from 'node:os'
import { runAtOnce, runInSlices } from '../engine/slices'
import { restMs, solve, type Problem } from './problem'
import { Stopwatch } from './stopwatch'
import { parcels, Unpacking, type Parcel } from './thread'

declare const self: Worker

// Requests come first, even while plans keep every core busy. Linux does this for one thread, others for the whole process.
if (process.platform === 'linux') setPriority(5)

const unpacking = new Unpacking<Problem>()

self.addEventListener('message', (event: MessageEvent<Parcel<Problem>>) => {
  const problem = unpacking.add(event.data)
  if (problem) void answer(problem)
})

async function answer(problem: Problem): Promise<void> {
  const work = solve(problem, new Stopwatch(problem.isPatient))
  // Asleep, the thread takes no CPU time, so its stopwatch needs no stop.
  const timing = { tick: () => performance.now(), pause: () => Bun.sleep(restMs), sliceMs: 10 }
  const solution = problem.isPatient ? await runInSlices(work, timing) : runAtOnce(work)
  for (const parcel of parcels(solution)) self.postMessage(parcel)
}
