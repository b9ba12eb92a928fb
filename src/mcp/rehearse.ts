import type { Store, Unit } from '../../db/store'
import type { Deps } from '../deps'

/** Carries a unit's result out of it while everything it wrote is undone. */
class Rehearsed extends Error {
  constructor(readonly result: unknown) {
    super('Rehearsed')
  }
}

/**
 * Runs a change as far as its first unit of writes, undoes that, and returns its result. So a preview refuses
 * exactly what the change itself would refuse, and the change never gets to call a provider or send anything.
 */
export async function rehearse(deps: Deps, change: (deps: Deps) => Promise<unknown>): Promise<unknown> {
  try {
    await change({ ...deps, store: undoing(deps.store) })
  } catch (error) {
    if (error instanceof Rehearsed) return error.result
    throw error
  }
  throw new Error('A rehearsed change must write')
}

function undoing(store: Store): Store {
  const write = <T>(unit: Unit<T>): Promise<T> =>
    store.write(async (tx) => {
      throw new Rehearsed(await unit(tx))
    })
  return { ...store, write }
}
