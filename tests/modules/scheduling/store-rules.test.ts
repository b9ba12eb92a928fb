import { afterEach, expect, test } from 'bun:test'
import { startTestApp, type TestApp } from '../../support/app'
import { addRandomCompany } from './random-company'
import { brokenRules, readCompany } from './store-rules'

let app: TestApp | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

const zone = 'America/Chicago'
/** A usual Monday, and the days before clocks change in America, Europe and New Zealand. */
const moments = [
  '2026-03-02T15:00:00Z',
  '2026-03-06T23:10:00Z',
  '2026-03-27T05:00:30Z',
  '2026-10-30T13:00:00Z',
]
const rounds = 24

async function dispatchIn(seed: number) {
  app = await startTestApp({ BUSINESS_TIMEZONE: zone })
  app.clock.set(moments[seed % moments.length]!)
  await addRandomCompany(app, seed)
  const { store, clock, secrets } = app.deps
  const before = await readCompany(store.read)
  const answer = await app.call('GET', '/api/cron/auto-dispatch', { token: secrets.cronSecret })
  const after = await readCompany(store.read)
  const again = await app.call('GET', '/api/cron/auto-dispatch', {
    token: secrets.cronSecret,
    from: '192.0.2.1',
  })
  const broken = brokenRules(before, after, clock.now(), zone)
  await app.close()
  app = undefined
  return { before, after, broken, run: answer.body.data, again: again.body.data }
}

test('no hard rule is broken in any company, and every waiting job is counted once', async () => {
  let assigned = 0
  for (let seed = 0; seed < rounds; seed += 1) {
    const { before, after, broken, run, again } = await dispatchIn(seed)
    expect({ seed, broken }).toEqual({ seed, broken: [] })
    const waiting = before.jobs.filter(({ status }) => status === 'pending').map(({ id }) => id)
    expect(run.assigned + run.escalated + run.skipped).toBe(waiting.length)
    const looked = run.actions.map(({ jobId }: { jobId: string }) => jobId)
    expect(looked.toSorted()).toEqual(waiting.toSorted())
    const scheduled = after.jobs.filter(({ id, status }) => status === 'scheduled' && waiting.includes(id))
    expect(scheduled).toHaveLength(run.assigned)
    expect({ seed, assigned: again.assigned }).toEqual({ seed, assigned: 0 })
    assigned += run.assigned
  }
  expect(assigned).toBeGreaterThan(rounds * 4)
})
