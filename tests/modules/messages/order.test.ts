import { afterEach, beforeEach, expect, test } from 'bun:test'
import { hour, minute } from '../../../src/lib/clock'
import { deliverDue } from '../../../src/modules/messages/queue'
import { startTestApp, type TestApp } from '../../support/app'
import { message, queue, rowOf, useStubs } from './outbox'
import { providerStubs } from './provider-stubs'

let app: TestApp
let isGreylisted = true
let mail: ReturnType<typeof smtp>
const { smtp, stopStubs } = providerStubs()

beforeEach(async () => {
  app = await startTestApp({ EMAIL_FROM: 'Desk <no-reply@truckroll.dev>' })
  isGreylisted = true
  mail = smtp((command, _, line) =>
    command === 'RCPT' && line.includes('slow@') && isGreylisted ? '450 4.2.0 greylisted' : undefined,
  )
  useStubs(app.deps, { smtp: mail.url })
})
afterEach(async () => {
  await app.deps.providers.email.close()
  await app.close()
  await stopStubs()
})

const slow = 'slow@lovelace.dev'
const about = (name: string) => message({ recipient: slow, data: { note: name } })
const rows = (ids: string[]) => Promise.all(ids.map((id) => rowOf(app.deps, id)))
const states = async (ids: string[]) => (await rows(ids)).map(({ state }) => state)
/** In the order of arrival. */
const arrived = () => mail.messages.map(({ source }) => /Message-ID: <(.*)@truckroll.dev>/.exec(source)?.[1])

test('messages to one person arrive in order, even if the first one had to wait', async () => {
  const ids = await queue(app.deps, about('first'), about('second'))
  await deliverDue(app.deps)
  expect(await states(ids)).toEqual(['queued', 'queued'])
  const [first, second] = await rows(ids)
  expect(first).toMatchObject({ attempts: 1, lastError: expect.stringContaining('greylisted') })
  expect(second).toMatchObject({ attempts: 0, lastError: null, dueAt: first!.dueAt })
  isGreylisted = false
  const [third] = await queue(app.deps, about('third'))
  // The third is due at once, but the others come first.
  await deliverDue(app.deps)
  expect(mail.messages).toEqual([])
  app.clock.advance(minute)
  await deliverDue(app.deps)
  app.clock.advance(minute)
  await deliverDue(app.deps)
  expect(arrived()).toEqual([...ids, third])
})

test('other people are not kept waiting, and a greylisted recipient never pauses the provider', async () => {
  await queue(app.deps, ...Array.from({ length: 10 }, (_, index) => about(String(index))))
  const [other] = await queue(app.deps, message({ recipient: 'ada@lovelace.dev' }))
  await deliverDue(app.deps)
  expect((await rowOf(app.deps, other!)).state).toBe('sent')
  expect(app.deps.providers.email.restingFor()).toBe(0)
})

test('a message that failed for good keeps nobody waiting', async () => {
  const [first] = await queue(app.deps, about('first'))
  await deliverDue(app.deps)
  await app.deps.store.write((tx) => tx.run(`UPDATE outbox SET state = 'dead' WHERE id = '${first}'`))
  isGreylisted = false
  const [second] = await queue(app.deps, about('second'))
  await deliverDue(app.deps)
  expect((await rowOf(app.deps, second!)).state).toBe('sent')
})

test('a message retried for an hour keeps nobody waiting anymore', async () => {
  const [first] = await queue(app.deps, about('first'))
  await deliverDue(app.deps)
  await app.deps.store.write((tx) =>
    tx.run(`UPDATE outbox SET due_at = ${app.clock.now() + 6 * hour} WHERE id = '${first}'`),
  )
  isGreylisted = false
  const [second] = await queue(app.deps, about('second'))
  await deliverDue(app.deps)
  expect((await rowOf(app.deps, second!)).state).toBe('queued')
  app.clock.advance(hour)
  await deliverDue(app.deps)
  expect(await states([first!, second!])).toEqual(['queued', 'sent'])
})

test('a sign-in code waits for nothing, and nothing waits for a campaign', async () => {
  const [first, bulk] = await queue(app.deps, about('first'), { ...about('news'), bulk: true })
  await deliverDue(app.deps)
  isGreylisted = false
  const [code] = await queue(
    app.deps,
    message({ recipient: slow, template: 'verify-code', data: { code: '123456' } }),
  )
  await deliverDue(app.deps)
  expect(await states([first!, bulk!, code!])).toEqual(['queued', 'queued', 'sent'])
  await app.deps.store.write((tx) => tx.run(`UPDATE outbox SET state = 'sent' WHERE id = '${first}'`))
  const [later] = await queue(app.deps, about('later'))
  await deliverDue(app.deps)
  expect(await states([bulk!, later!])).toEqual(['queued', 'sent'])
})
