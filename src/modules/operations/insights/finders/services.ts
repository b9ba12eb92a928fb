import { and, count, eq, isNull } from 'drizzle-orm'
import { serviceTypes } from '../../../../../db/schema'
import { counted, type Finder, type Insight } from '../insight'

export const services: Finder = async ({ store }) => {
  const without = async (column: typeof serviceTypes.baseMinutes | typeof serviceTypes.listPriceCents) => {
    const [found] = await store.read
      .select({ services: count() })
      .from(serviceTypes)
      .where(and(eq(serviceTypes.active, true), isNull(column)))
    return found?.services ?? 0
  }
  const found: Insight[] = []
  const endless = await without(serviceTypes.baseMinutes)
  if (endless > 0)
    found.push({
      severity: 'medium',
      category: 'data',
      title: `${counted(endless, 'service')} without a duration`,
      detail: 'A visit whose length nobody knows cannot be planned by itself.',
      action: 'Set the minutes a visit takes under Services (baseMinutes of PATCH /api/admin/services/:id).',
    })
  const priceless = await without(serviceTypes.listPriceCents)
  if (priceless > 0)
    found.push({
      severity: 'low',
      category: 'data',
      title: `${counted(priceless, 'service')} without a list price`,
      detail: 'A booking brings its own price; without a list price nobody can tell whether it is right.',
      action: 'Set the list price under Services (listPrice of PATCH /api/admin/services/:id).',
    })
  return found
}
