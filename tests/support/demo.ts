import { seedFirstStart } from '../../src/demo'
import { startTestApp } from './app'
import { startMoneyTest, type MoneyTest } from './money'
import { filledStores } from './store'

const openDemo = filledStores(async (opened) => {
  const first = await startTestApp({}, { opened: { ...opened, close: async () => {} } })
  await seedFirstStart(first.deps)
  await first.deps.background.idle()
  await first.close()
})

/** A service with the demo company as its first start leaves it. */
export const startDemo = async (): Promise<MoneyTest> => startMoneyTest({}, { opened: await openDemo() })
