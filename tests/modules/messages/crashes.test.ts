import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { hqTasks, outbox } from '../../../db/schema'
import { deliverDue, startSender } from '../../../src/modules/messages/queue'
import { taken } from '../../providers/email/resend-stub'
import { created } from '../../providers/sms/twilio-stub'
import { startTestApp, type TestApp } from '../../support/app'
import { message, queue, rowOf, sms, useStubs } from './outbox'
import { providerStubs } from './provider-stubs'

let app: TestApp
const { resend, twilio, stopStubs } = providerStubs()

beforeEach(async () => {
  app = await startTestApp({ EMAIL_FROM: 'Desk <no-reply@truckroll.dev>' })
})
afterEach(async () => {
  await app.close()
  await stopStubs()
})

const tasks = () => app.deps.store.read.select().from(hqTasks)

describe('after a crash during a send', () => {
  async function crash() {
    const ids = await queue(app.deps, message(), sms())
    const leaseUntil = app.clock.now() + 90_000
    await app.deps.store.write((tx) => tx.update(outbox).set({ state: 'sending', attempts: 1, leaseUntil }))
    return ids
  }

  test('nothing is touched while the lease lasts', async () => {
    const mail = resend()
    useStubs(app.deps, { resend: mail.url })
    await crash()
    app.clock.advance(89_000)
    expect(await deliverDue(app.deps)).toBe(0)
    expect(mail.requests).toHaveLength(0)
  })

  test("an email is resent under the same key, and a text isn't: HQ is asked instead", async () => {
    const mail = resend()
    const texts = twilio()
    useStubs(app.deps, { resend: mail.url, twilio: texts.url })
    const [first, second] = await crash()
    app.clock.advance(91_000)
    await deliverDue(app.deps)
    expect(await rowOf(app.deps, first!)).toMatchObject({ state: 'sent', attempts: 2 })
    expect(mail.keys()).toEqual([first!])
    expect((await rowOf(app.deps, second!)).state).toBe('unknown')
    expect(texts.requests).toHaveLength(0)
    expect(await tasks()).toMatchObject([{ kind: 'sms.unknown', subject: second! }])
  })

  test('an email that crashes us every time is given up', async () => {
    const [id] = await crash()
    await app.deps.store.write((tx) => tx.update(outbox).set({ attempts: 7 }))
    app.clock.advance(91_000)
    await deliverDue(app.deps)
    expect((await rowOf(app.deps, id!)).state).toBe('dead')
  })

  test('a late answer after the lease ran out undoes nothing', async () => {
    const mail = resend(async () => {
      await app.deps.store.write((tx) => tx.update(outbox).set({ state: 'cancelled', leaseUntil: null }))
      return taken()
    })
    useStubs(app.deps, { resend: mail.url })
    const [id] = await queue(app.deps, message())
    await deliverDue(app.deps)
    expect((await rowOf(app.deps, id!)).state).toBe('cancelled')
  })

  test('a text given up as unknown is marked as sent when the answer arrives after all', async () => {
    const texts = twilio(async () => {
      await app.deps.store.write((tx) => tx.update(outbox).set({ state: 'unknown', leaseUntil: null }))
      return created('SM-late')
    })
    useStubs(app.deps, { twilio: texts.url })
    const [id] = await queue(app.deps, sms())
    await deliverDue(app.deps)
    expect(await rowOf(app.deps, id!)).toMatchObject({ state: 'sent', providerMessageId: 'SM-late' })
  })
})

describe('the sender of the running service', () => {
  test('sends what it finds at startup, and stops only when sends under way are recorded', async () => {
    const arrived = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<Response>()
    const mail = resend(() => {
      arrived.resolve()
      return answer.promise
    })
    useStubs(app.deps, { resend: mail.url })
    const [id] = await queue(app.deps, message())
    const sender = startSender(app.deps)
    await arrived.promise
    sender.stop()
    expect(app.deps.background.stopping).toBe(false)
    app.deps.background.stop()
    let stopped = false
    const stopping = app.deps.background.idle().then(() => (stopped = true))
    const [late] = await queue(app.deps, message())
    expect(stopped).toBe(false)
    answer.resolve(taken())
    await stopping
    expect((await rowOf(app.deps, id!)).state).toBe('sent')
    expect((await rowOf(app.deps, late!)).state).toBe('queued')
  })

  test('starts no other message once the service stops, and takes back those it had claimed', async () => {
    const arrived = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<Response>()
    const texts = twilio(() => {
      arrived.resolve()
      return answer.promise
    })
    useStubs(app.deps, { twilio: texts.url })
    const ids = await queue(app.deps, sms(), sms(), sms())
    const sender = startSender(app.deps)
    await arrived.promise
    sender.stop()
    app.deps.background.stop()
    answer.resolve(created('SM-first'))
    await app.deps.background.idle()
    expect(texts.requests).toHaveLength(1)
    const rows = await Promise.all(ids.map((id) => rowOf(app.deps, id)))
    expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['sent', 1],
      ['queued', 0],
      ['queued', 0],
    ])
  })
})
