import { seedFirstStart } from '../../src/demo'
import { startTestApp } from './app'
import { startMoneyTest, type MoneyTest } from './money'
import { filledStores } from './store'

/** A service with the demo company as its first start leaves it. */
export const startDemo = demoStartedAt()

/** The same, for a first start at another moment. */
export function demoStartedAt(moment?: string): () => Promise<MoneyTest> {
  const open = filledStores(async (opened) => {
    const first = await startTestApp({}, { opened: { ...opened, close: async () => {} } })
    if (moment !== undefined) first.clock.set(moment)
    await seedFirstStart(first.deps)
    await first.deps.background.idle()
    await first.close()
  })
  return async () => {
    const started = await startMoneyTest({}, { opened: await open() })
    if (moment !== undefined) started.clock.set(moment)
    return started
  }
}
