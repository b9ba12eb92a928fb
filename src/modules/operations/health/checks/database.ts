import type { Check } from '../check'

export const database: Check = async ({ store }) => {
  const { up, latencyMs } = await store.health()
  return { status: up ? 'up' : 'down', latencyMs }
}
