import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openStore } from '../../../db/client'
import { jobs } from '../../../db/schema'
import { bookUntilGone } from '../../support/bookings'
import { emptyDataFolder, startService, stopService, type RunningService } from '../../support/server'
import { adminClaims, signWithSecret } from '../../support/tokens'
import { fine, startReceiver } from './receiver'

const secret = 'a-secret-of-the-kill-test'
let service: RunningService | undefined
let there: ReturnType<typeof startReceiver> | undefined

afterEach(async () => {
  if (service) await stopService(service)
  await there?.stop()
})

test('a service killed while it books and sends reports every booking, each under one id', async () => {
  const dataDir = emptyDataFolder()
  const env = { DATA_DIR: dataDir, HQ_JWT_SECRET: secret, WEBHOOK_PRIVATE_NETWORKS: 'loopback' }
  const enough = Promise.withResolvers<void>()
  there = startReceiver((_, count) => {
    if (count === 20) enough.resolve()
    return fine()
  })
  service = await startService(env)
  const added = await fetch(`${service.url}/api/admin/webhook-subscriptions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await signWithSecret(adminClaims(Date.now()), secret)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ url: there.url, types: ['job.booked'] }),
  })
  expect(added.status).toBe(201)
  const acknowledged: string[] = []
  const booking = [1, 2].map((client) => bookUntilGone(service!.url, client, acknowledged))
  await enough.promise
  service.signal('SIGKILL')
  await service.exited
  await Promise.all(booking)

  service = await startService(env)
  const store = await openStore({ url: `file:${join(dataDir, 'truckroll.db')}` }, Date.now())
  const booked = (await store.read.select({ id: jobs.id }).from(jobs)).map(({ id }) => id)
  await store.close()
  expect(booked).toEqual(expect.arrayContaining(acknowledged))
  const { received } = there
  const reported = () =>
    new Map(received.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body).data.id as string]))
  // Booked jobs keep the sender busy for a while; the test's own time limit ends a wait in vain.
  while (new Set(reported().values()).size < booked.length) await Bun.sleep(50)
  // A message may arrive twice, but always under the same id.
  expect([...reported().values()].toSorted()).toEqual(booked.toSorted())
})
