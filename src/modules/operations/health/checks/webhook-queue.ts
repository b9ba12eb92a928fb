import { eventQueueFigures } from '../../../payments'
import type { Check } from '../check'

export const webhookQueue: Check = async ({ store }) => {
  const { depth, dead } = await eventQueueFigures(store.read)
  return { status: dead > 0 ? 'degraded' : 'up', depth, dead }
}
