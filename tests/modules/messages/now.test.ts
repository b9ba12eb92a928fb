import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hqTasks, outbox } from '../../../db/schema'
import { createLog } from '../../../src/lib/log'
import { deliverNow } from '../../../src/modules/messages/deliver-now'
import type { OutboxRow } from '../../../src/modules/messages/outbox'
import { deliverDue } from '../../../src/modules/messages/queue'
import { refusal, startResend, taken } from '../../providers/email/resend-stub'
import { startTestApp, type TestApp } from '../../support/app'
import { message, queue, rowOf, useStubs } from './outbox'

let app: TestApp
let mail: ReturnType<typeof startResend> | undefined

beforeEach(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  await app.close()
  await mail?.stop()
  mail = undefined
})

test('a delivered message is answered as sent', async () => {
  mail = startResend(() => taken('re-5'))
  useStubs(app.deps, { resend: mail.url })
  const ids = await queue(app.deps, message(), message({ recipient: 'a@example.com' }))
  const deliveries = await deliverNow(app.deps, ids)
  expect(deliveries.find(({ id }) => id === ids[0])).toMatchObject({
    state: 'sent',
    provider: 'resend',
    messageId: 're-5',
  })
  expect(deliveries.find(({ id }) => id === ids[1])).toMatchObject({ state: 'sent', provider: 'demo' })
})

test("a failed message is given up, and isn't sent later to someone told it failed", async () => {
  mail = startResend(() => refusal(500, 'internal_server_error'))
  useStubs(app.deps, { resend: mail.url })
  const [id] = await queue(app.deps, message())
  expect(await deliverNow(app.deps, [id!])).toMatchObject([
    { state: 'dead', error: 'Resend: internal_server_error happened', messageId: null },
  ])
  app.clock.advance(86_400_000)
  await deliverDue(app.deps)
  expect(mail.requests).toHaveLength(1)
  expect(await app.deps.store.read.select().from(hqTasks)).toEqual([])
})

test('a failed message is kept for later when the caller says so', async () => {
  mail = startResend((attempt) => (attempt === 1 ? refusal(500, 'internal_server_error') : taken()))
  useStubs(app.deps, { resend: mail.url })
  const [id] = await queue(app.deps, message())
  expect(await deliverNow(app.deps, [id!], { onFailure: 'retry' })).toMatchObject([{ state: 'queued' }])
  app.clock.advance(60_000)
  await deliverDue(app.deps)
  expect((await rowOf(app.deps, id!)).state).toBe('sent')
})

test('when the worker was faster, its result is the answer', async () => {
  const answer = Promise.withResolvers<Response>()
  mail = startResend(() => answer.promise)
  useStubs(app.deps, { resend: mail.url })
  const [id] = await queue(app.deps, message())
  const worker = deliverDue(app.deps)
  while (mail.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
  const answered = deliverNow(app.deps, [id!])
  answer.resolve(taken('re-w'))
  expect(await answered).toMatchObject([{ state: 'sent', messageId: 're-w' }])
  await worker
  expect(mail.requests).toHaveLength(1)
})

test('when the worker failed a moment before, nothing is left to send later', async () => {
  mail = startResend(() => refusal(500, 'internal_server_error'))
  useStubs(app.deps, { resend: mail.url })
  const { store } = app.deps
  const [id] = await queue(app.deps, message())
  const setTo = (change: Partial<OutboxRow>) =>
    store.write((tx) => tx.update(outbox).set(change).where(eq(outbox.id, id!)))
  await setTo({ state: 'sending', attempts: 1, leaseUntil: app.clock.now() + 60_000 })
  let looks = 0
  /** The worker settles between our finding nothing to take and our looking at the outcome. */
  const write: typeof store.write = async (unit) => {
    const result = await store.write(unit)
    if (looks++ === 0) await setTo({ state: 'queued', leaseUntil: null, lastError: 'Resend: it failed' })
    return result
  }
  const deps = { ...app.deps, store: Object.create(store, { write: { value: write } }) as typeof store }
  expect(await deliverNow(deps, [id!])).toMatchObject([{ id, state: 'dead' }])
})

test('a message sent earlier is answered with its outcome', async () => {
  const [id] = await queue(app.deps, message({ about: 'once' }))
  await deliverDue(app.deps)
  expect(await queue(app.deps, message({ about: 'once' }))).toEqual([id!])
  expect(await deliverNow(app.deps, [id!])).toMatchObject([{ state: 'sent', provider: 'demo' }])
})

test("a code isn't kept once it was sent, and in a demo only the log and the memory have it", async () => {
  let logged = ''
  app.deps.log = createLog('info', app.clock, (text) => (logged += text))
  const [id] = await queue(app.deps, message({ template: 'verify-code', data: { code: '482913' } }))
  await deliverNow(app.deps, [id!])
  app.deps.log.flush()
  const { state, data } = await rowOf(app.deps, id!)
  expect({ state, data }).toEqual({ state: 'sent', data: {} })
  expect(app.deps.providers.email.demo.letters[0]!.text).toContain('482913')
  expect(logged).toContain('482913')
  expect(logged).not.toContain('lovelace')
})

test('with a provider, no code is in the log', async () => {
  mail = startResend()
  useStubs(app.deps, { resend: mail.url })
  let logged = ''
  app.deps.log = createLog('debug', app.clock, (text) => (logged += text))
  const ids = await queue(
    app.deps,
    message({ template: 'verify-code', data: { code: '482913' } }),
    message({ template: 'verify-code', data: { code: '482913' }, recipient: 'a@example.com' }),
  )
  await deliverNow(app.deps, ids)
  app.deps.log.flush()
  expect(mail.requests[0]!.body.text).toContain('482913')
  expect(logged).not.toContain('482913')
})
