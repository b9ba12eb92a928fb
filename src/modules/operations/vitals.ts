import { lte, sql } from 'drizzle-orm'
import { vitals } from '../../../db/schema'
import { placeholders, prepared } from '../../../db/store'
import type { Deps } from '../../deps'
import { day } from '../../lib/clock'
import type { Measurement } from './model'

const keptFor = 30 * day
const keptAtMost = 100_000

const { id: _, ...columns } = placeholders(vitals)
const insertVital = prepared((db) => db.insert(vitals).values(columns))

export async function recordMeasurement({ store, clock }: Deps, measurement: Measurement): Promise<void> {
  const { id, ...rest } = measurement
  await store.write((tx) => insertVital.run(tx, { ...rest, measurementId: id, receivedAt: clock.now() }))
}

/** Anyone can send measurements, so we limit both their age and their number. */
export async function sweepMeasurements({ store, clock }: Deps): Promise<void> {
  await store.write(async (tx) => {
    await tx.delete(vitals).where(lte(vitals.receivedAt, clock.now() - keptFor))
    await tx
      .delete(vitals)
      .where(lte(vitals.id, sql`(select max(${vitals.id}) from ${vitals}) - ${keptAtMost}`))
  })
}
