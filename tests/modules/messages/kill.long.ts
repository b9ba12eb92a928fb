import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openStore } from '../../../db/client'
import { outbox } from '../../../db/schema'
import type { Deps } from '../../../src/deps'
import { silence, startResend, taken } from '../../providers/email/resend-stub'
import { emptyDataFolder, startService, stopService, type RunningService } from '../../support/server'
import { adminClaims, signWithSecret } from '../../support/tokens'
import { addPeople, type Person } from './people'

const secret = 'a-secret-of-the-kill-test'
const dataDir = emptyDataFolder()
const database = { url: `file:${join(dataDir, 'truckroll.db')}` }
let service: RunningService | undefined
let stub: ReturnType<typeof startResend> | undefined

afterEach(async () => {
  if (service) await stopService(service)
  await stub?.stop()
})

async function send(to: RunningService): Promise<Response> {
  return fetch(`${to.url}/api/campaigns/send`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await signWithSecret(adminClaims(Date.now()), secret)}`,
      'content-type': 'application/json',
      'idempotency-key': 'spring',
    },
    body: JSON.stringify({ type: 'email', messageTemplate: 'Hello {name}' }),
  })
}

async function withStore<T>(use: (deps: Deps) => Promise<T>): Promise<T> {
  const store = await openStore(database, Date.now())
  try {
    return await use({ store, clock: { now: () => Date.now() } } as Deps)
  } finally {
    await store.close()
  }
}

test('a campaign killed halfway and called again reaches everyone at most once', async () => {
  const people: Person[] = Array.from({ length: 60 }, (_, n) => ({
    id: `p${n}`,
    email: `p${n}@lovelace.dev`,
  }))
  await withStore((deps) => addPeople(deps, people))

  const middle = Promise.withResolvers<void>()
  let restarted = false
  stub = startResend((request) => {
    if (request === 15) middle.resolve()
    return request < 15 || restarted ? fast() : silence()
  })
  const env = {
    DATA_DIR: dataDir,
    HQ_JWT_SECRET: secret,
    RESEND_API_KEY: 're_key',
    BUSINESS_ADDRESS: '1420 Larimer St, Denver, CO 80202',
    RESEND_API_URL: stub.url,
    EMAIL_FROM: 'a@truckroll.dev',
  }
  service = await startService(env)
  const cutOff = send(service).catch(() => 'cut off')
  await middle.promise
  service.signal('SIGKILL')
  await service.exited
  expect(await cutOff).toBe('cut off')

  restarted = true
  service = await startService(env)
  const again = await send(service)
  expect(again.status).toBe(200)
  const { data } = (await again.json()) as { data: { sent: number; failed: number; total: number } }
  expect(data).toMatchObject({ failed: 0, total: 60 })
  // Messages a sender had claimed when it died, a batch at most, wait until its lease has run out.
  expect(data.sent).toBeWithin(30, 61)

  const reached = stub.requests.map(({ body }) => String(body.to))
  expect(new Set(reached).size).toBe(reached.length)
  const rows = await withStore(({ store }) => store.read.select().from(outbox))
  expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(rows.length)
})

/** Announces that a hundred a second are fine. */
const fast = () => {
  const answer = taken()
  answer.headers.set('ratelimit-limit', '100')
  return answer
}
