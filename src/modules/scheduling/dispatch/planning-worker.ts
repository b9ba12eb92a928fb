import { runAtOnce } from '../engine/slices'
import { parcels, Unpacking, type Parcel } from './planning-thread'
import { solve, type Problem } from './problem'
import { Stopwatch } from './stopwatch'

declare const self: Worker

const unpacking = new Unpacking<Problem>()

self.addEventListener('message', (event: MessageEvent<Parcel<Problem>>) => {
  const problem = unpacking.add(event.data)
  if (!problem) return
  for (const parcel of parcels(runAtOnce(solve(problem, new Stopwatch())))) self.postMessage(parcel)
})
