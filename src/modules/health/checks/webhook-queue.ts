import { queueFigures } from '../../webhooks/queue'
import type { Check } from '../check'

export const webhookQueue: Check = async ({ store }) => {
  const { depth, dead } = await queueFigures(store.read)
  return { status: dead > 0 ? 'degraded' : 'up', depth, dead }
}
