import type { Store } from '../../db/store'
import type { Telemetry } from './calls'

/** Counts commits and, if anything is traced, gives each unit of writes a span. */
export function watchStore(store: Store, { figures, tracer }: Telemetry): Store {
  store.watch((units, ms, failed) => {
    figures.commitUnits.observe(units)
    figures.commitSeconds.observe(ms / 1000)
    if (failed) figures.commitsFailed++
  })
  if (!tracer.on) return store
  return { ...store, write: (unit) => tracer.span('unit of writes', 'unit', {}, () => store.write(unit)) }
}
