import { serviceTypes } from '../../../db/schema'
import type { Deps } from '../../deps'

/** What a service is called, by id; the labels that are no service of ours are one. */
export async function serviceLabels({ store }: Deps): Promise<(id: string) => string> {
  const rows = await store.read.select({ id: serviceTypes.id, label: serviceTypes.label }).from(serviceTypes)
  const labels = new Map(rows.map(({ id, label }) => [id, label]))
  return (id) => labels.get(id) ?? 'other'
}
