import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'

/** A job template or schedule with its due date. */
export interface Due {
  id: string
  date: string
}

/** A long list that is processed without making other requests wait. */
export interface Work<Item extends Due, Done> {
  /** The next items after the last one reached, in list order. Null starts from the beginning. */
  next(reached: Item | null, count: number): Promise<Item[]>
  one(tx: Tx, item: Item): Promise<Done | null>
  done(result: Done): void
  /** Reports an item that failed. The run skips it from then on, so the others get done. */
  fault(item: Item, error: unknown): Promise<void>
}

const [smallestBatchSize, largestBatchSize] = [2, 64]
/** A unit blocks the event loop while it runs and waits for the disk, so it should take about this long. */
const [quickMs, slowMs] = [4, 10]

/** Repeats until nothing is left, because a finished item may become due again earlier in the list. */
export async function workInBatches<Item extends Due, Done>(
  deps: Deps,
  work: Work<Item, Done>,
): Promise<void> {
  const faulty = new Set<string>()
  const sound: Work<Item, Done> = {
    ...work,
    one: async (tx, item) => (faulty.has(item.id) ? null : work.one(tx, item)),
    fault(item, error) {
      faulty.add(item.id)
      return work.fault(item, error)
    },
  }
  let done = 0
  do done = await goOver(deps, sound)
  while (done > 0 && !deps.background.stopping)
}

/** Fits as many items into a unit as a few milliseconds allow, and lets other work run after each. */
async function goOver<Item extends Due, Done>(deps: Deps, work: Work<Item, Done>): Promise<number> {
  let done = 0
  let reached: Item | null = null
  let size = smallestBatchSize
  while (!deps.background.stopping) {
    const items: Item[] = await work.next(reached, size)
    const last = items.at(-1)
    if (last === undefined) break
    const { results, ms } = await takeBatch(deps, work, items)
    for (const result of results)
      if (result !== null) {
        work.done(result)
        done++
      }
    reached = last
    if (ms < quickMs) size = Math.min(size * 2, largestBatchSize)
    else if (ms > slowMs) size = Math.max(Math.floor(size / 2), smallestBatchSize)
  }
  return done
}

interface BatchOutcome<Done> {
  results: (Done | null)[]
  ms: number
}

async function takeBatch<Item extends Due, Done>(
  deps: Deps,
  work: Work<Item, Done>,
  items: Item[],
): Promise<BatchOutcome<Done>> {
  try {
    return await deps.store.write(async (tx) => {
      const startedAt = performance.now()
      const results: (Done | null)[] = []
      for (const item of items) results.push(await work.one(tx, item))
      return { results, ms: performance.now() - startedAt }
    })
  } catch {
    return { results: await oneByOne(deps, work, items), ms: 0 }
  }
}

/** One item in the batch failed, so each gets its own unit and only that one fails. */
async function oneByOne<Item extends Due, Done>(
  deps: Deps,
  work: Work<Item, Done>,
  items: Item[],
): Promise<(Done | null)[]> {
  const results: (Done | null)[] = []
  for (const item of items)
    try {
      results.push(await deps.store.write((tx) => work.one(tx, item)))
    } catch (error) {
      await work.fault(item, error)
    }
  return results
}
