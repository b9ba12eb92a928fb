import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { outbox } from '../../../db/schema'
import { DeliveryFailure } from '../../../src/providers/delivery'
import { proofTokens } from '../../../src/tokens/proof'
import { startTestApp, type TestApp } from '../../support/app'
import { codeSentTo } from '../../support/codes'
import { addWorld, booking } from '../../support/world'

let world: TestApp
beforeEach(async () => {
  world = await startTestApp()
  await addWorld(world)
})
afterEach(() => world.close())

const email = 'jordan@example.com'
let client = 0
/** From a different address each time, unless a test sets one. */
const verify = (body: unknown, from = `198.51.${100 + (++client >> 8)}.${client & 255}`) =>
  world.call('POST', '/api/customer/verify', { body, from })
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')
const account = (proof: string, query = '') => world.call('GET', `/api/account${query}`, { token: proof })

async function prove(address = email): Promise<string> {
  const code = await codeSentTo(world, address, () => verify({ email: address }))
  return (await verify({ email: address, code })).body.data.proof
}

describe('a verification code', () => {
  test('is sent by email and turns into a proof', async () => {
    let sent: unknown
    const code = await codeSentTo(world, email, async () => {
      sent = (await verify({ email })).body
    })
    expect(sent).toEqual({ ok: true, data: { sent: true } })
    const { status, body } = await verify({ email: 'Jordan@Example.com', code })
    expect(status).toBe(200)
    expect(body.data).toEqual({ verified: true, proof: expect.stringMatching(/^cvp_/) })
  })

  test('is sent once per key, and its proof is never stored', async () => {
    const headers = { 'idempotency-key': 'one-code' }
    const ask = (body: object) => world.call('POST', '/api/customer/verify', { body, headers })
    const messages = async () => (await world.deps.store.read.select().from(outbox)).length
    const code = await codeSentTo(world, email, () => ask({ email }))
    expect(await messages()).toBe(1)
    const again = await ask({ email })
    expect([again.status, again.body, again.headers.get('idempotent-replay')]).toEqual([
      200,
      { ok: true, data: { sent: true } },
      'true',
    ])
    expect(await messages()).toBe(1)
    expect((await ask({ email: 'somebody@example.com' })).status).toBe(409)
    expect((await ask({ email, code })).status).toBe(200)
    expect((await ask({ email, code })).status).toBe(400)
  })

  test('works once, and a mistyped one asks to check the digits first', async () => {
    const code = await codeSentTo(world, email, () => verify({ email }))
    expect((await verify({ email, code })).status).toBe(200)
    const again = await verify({ email, code })
    expect(again.status).toBe(400)
    expect(again.body.error).toStartWith("That code didn't work. Check the digits")
  })

  test('guessed wrong five times by its requester is dead there', async () => {
    const here = '192.0.2.1'
    const code = await codeSentTo(world, email, () => verify({ email }, here))
    for (let guess = 0; guess < 4; guess++)
      expect((await verify({ email, code: wrongFor(code) }, here)).status).toBe(400)
    world.clock.advance(60_000)
    expect((await verify({ email, code: wrongFor(code) }, here)).status).toBe(400)
    expect((await verify({ email, code }, here)).status).toBe(400)
  })

  test('guessed wrong by strangers is dead for strangers and still works for its requester', async () => {
    const code = await codeSentTo(world, email, () => verify({ email }, '192.0.2.1'))
    for (let guess = 0; guess < 5; guess++)
      expect((await verify({ email, code: wrongFor(code) })).status).toBe(400)
    expect((await verify({ email, code })).status).toBe(400)
    expect((await verify({ email, code }, '192.0.2.1')).status).toBe(200)
  })

  test('keeps working while a stranger requests others, and so does the newest in the mailbox', async () => {
    const [here, there] = ['192.0.2.1', '192.0.2.99']
    const own = await codeSentTo(world, email, () => verify({ email }, here))
    world.clock.advance(1000)
    const theirs = await codeSentTo(world, email, () => verify({ email }, there))
    expect((await verify({ email, code: own }, here)).status).toBe(200)
    const next = await codeSentTo(world, email, () => verify({ email }, here))
    world.clock.advance(1000)
    const newest = await codeSentTo(world, email, () => verify({ email }, there))
    expect(newest).not.toBe(theirs)
    expect((await verify({ email, code: newest }, here)).status).toBe(200)
    expect((await verify({ email, code: next }, here)).status).toBe(200)
  })

  test('expires after ten minutes, or when a newer one is sent', async () => {
    const old = await codeSentTo(world, email, () => verify({ email }))
    const fresh = await codeSentTo(world, email, () => verify({ email }))
    if (old !== fresh) expect((await verify({ email, code: old })).status).toBe(400)
    world.clock.advance(10 * 60_000)
    expect((await verify({ email, code: fresh })).status).toBe(400)
  })

  test('is refused to a stranger who asks all day, but never to the customer', async () => {
    const stranger = async () => (await verify({ email }, '192.0.2.99')).status
    const statuses: number[] = []
    for (let round = 0; round < 20; round++) {
      statuses.push(await stranger())
      world.clock.advance(20 * 60_000)
    }
    expect(statuses).toEqual([...Array<number>(15).fill(200), ...Array<number>(5).fill(429)])
    expect((await verify({ email }, '192.0.2.99')).body).toEqual({
      ok: false,
      error: expect.stringMatching(
        /^Too many codes were requested\. .* try again at Tuesday, March 3, 10:\d\d AM or call us\.$/,
      ),
    })
    expect(await prove()).toStartWith('cvp_')
    world.clock.advance(24 * 60 * 60_000)
    expect(await stranger()).toBe(200)
  })

  test("is refused the same way whether or not the address is a customer's", async () => {
    await world.call('POST', '/api/jobs/create', { body: { ...booking, customerEmail: email } })
    const refusals: unknown[] = []
    for (const address of [email, 'nobody@example.com']) {
      for (let sent = 0; sent < 15; sent++, world.clock.advance(20_000))
        expect((await verify({ email: address }, '192.0.2.99')).status).toBe(200)
      const refused = await verify({ email: address }, '192.0.2.99')
      // Each was asked for the first time at another moment.
      const error = refused.body.error.replace(/at \w+, \w+ \d+, [\d:]+ [AP]M/, 'at …')
      refusals.push([refused.status, { ...refused.body, error }])
    }
    expect(refusals[0]).toEqual([429, { ok: false, error: expect.any(String) }])
    expect(refusals[1]).toEqual(refusals[0])
  })

  test('is sent 25 times per IPv6 network, however many addresses ask at once', async () => {
    const asking = Array.from({ length: 30 }, (_, at) =>
      verify({ email }, `2001:db8:1:${at.toString(16)}::1`),
    )
    const statuses = (await Promise.all(asking)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect(await world.deps.store.read.select().from(outbox)).toHaveLength(25)
    expect((await verify({ email }, '2001:db8:2::1')).status).toBe(200)
  })

  test('is sent 40 times a day in total, and then HQ gets a to-do', async () => {
    await Promise.all(Array.from({ length: 45 }, () => verify({ email })))
    expect(await world.deps.store.read.select().from(outbox)).toHaveLength(40)
    const token = await world.hqToken()
    const todos = await world.call('GET', '/api/admin/tasks?kind=message.codes-used-up', { token })
    expect(todos.body.data.items).toHaveLength(1)
    expect(JSON.stringify(todos.body.data.items)).not.toContain(email)
    expect(await prove('other@example.com')).toStartWith('cvp_')
  })

  test("that was the day's last still works", async () => {
    let last = ''
    for (let round = 0; round < 15; round++, world.clock.advance(20_000))
      last = await codeSentTo(world, email, () => verify({ email }, '192.0.2.1'))
    expect((await verify({ email }, '192.0.2.1')).status).toBe(429)
    world.clock.advance(60_000)
    expect((await verify({ email, code: last }, '192.0.2.1')).status).toBe(200)
  })

  test("that couldn't be sent says so each time, doesn't work, and doesn't use up the day's limit", async () => {
    const earlier = await codeSentTo(world, email, () => verify({ email }))
    const { email: provider } = world.deps.providers
    const original = provider.send.bind(provider)
    let unsent = ''
    provider.send = async (...message: Parameters<typeof original>) => {
      unsent = /\b\d{6}\b/.exec(message[0].text)?.[0] ?? ''
      throw new DeliveryFailure('refused', 'No')
    }
    for (let round = 0; round < 45; round++) {
      const failed = await verify({ email })
      expect([failed.status, failed.body.error]).toEqual([502, expect.stringContaining('Try again')])
    }
    provider.send = original
    if (unsent !== earlier) expect((await verify({ email, code: unsent })).status).toBe(400)
    expect((await verify({ email, code: earlier })).status).toBe(200)
    expect(await prove()).toStartWith('cvp_')
  })

  test("for another address doesn't count", async () => {
    const code = await codeSentTo(world, email, () => verify({ email }))
    expect((await verify({ email: 'other@example.com', code })).status).toBe(400)
  })

  test("isn't readable in the outbox once it was sent", async () => {
    const code = await codeSentTo(world, email, () => verify({ email }))
    expect(JSON.stringify(await world.deps.store.read.select().from(outbox))).not.toContain(code)
  })

  test.each(['12345', '1234567', 'abcdef', '12 456', ''])("%p isn't a code", async (code) => {
    expect((await verify({ email, code })).status).toBe(400)
  })
})

describe('the account', () => {
  test('shows the jobs of the proven address and no others', async () => {
    for (const [customerEmail, from] of [
      [email, '192.0.2.1'],
      ['JORDAN@example.com', '192.0.2.2'],
      ['other@example.com', '192.0.2.3'],
    ])
      await world.call('POST', '/api/jobs/create', { body: { ...booking, customerEmail }, from: from! })
    const { status, body } = await account(await prove())
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ email, name: 'Jordan Rivera', nextCursor: null })
    expect(body.data.jobs).toHaveLength(2)
    expect(body.data.jobs[0]).not.toHaveProperty('workerId')
  })

  test('of an address that never booked is empty', async () => {
    const { body } = await account(await prove('new@example.com'))
    expect(body.data).toMatchObject({ jobs: [], plans: [] })
  })

  test('refuses a proof for another email with 403', async () => {
    const proof = await prove()
    expect((await account(proof, '?email=JORDAN@example.com')).status).toBe(200)
    expect((await account(proof, '?email=other@example.com')).status).toBe(403)
  })

  test('refuses expired, forged and foreign tokens with 401', async () => {
    const forged = await proofTokens('another-secret-0123456789abcdef', world.clock).issue(email)
    for (const token of ['', 'cvp_', 'cvp_x.y.z', forged, await world.hqToken(), forged.slice(4)])
      expect([token, (await account(token)).status]).toEqual([token, 401])
    const proof = await prove()
    world.clock.advance(30 * 60_000 - 1000)
    expect((await account(proof)).status).toBe(200)
    world.clock.advance(2000)
    expect((await account(proof)).status).toBe(401)
  })
})

describe('a maintenance plan', () => {
  const plan = {
    serviceType: 'Gutter cleaning',
    address: '1420 Larimer St, Denver, CO 80202',
    intervalMonths: 6,
    preferredStart: '2026-04-01',
  }
  const request = (proof: string, body: object) =>
    world.call('POST', '/api/maintenance-plans', { token: proof, body })

  test('waits for a price, then becomes a job template and shows in the account', async () => {
    const proof = await prove()
    const { status, body } = await request(proof, plan)
    expect([status, body.data.plan]).toMatchObject([201, { ...plan, status: 'requested', price: null }])
    const token = await world.hqToken()
    const tasks = await world.call('GET', '/api/admin/tasks?kind=plan.price', { token })
    expect(tasks.body.data.items).toMatchObject([
      {
        title: expect.stringMatching(/^\S+ asked for a maintenance plan$/),
        detail: 'Gutter cleaning, every 6 months',
      },
    ])
    const priced = await world.call('PATCH', `/api/admin/plans/${body.data.plan.id}`, {
      token,
      body: { price: 179, phoneConsent: { name: 'Jordan Rivera' } },
    })
    expect(priced.body.data).toMatchObject({ status: 'active', price: 179 })
    const template = await world.call('GET', `/api/admin/templates/${priced.body.data.templateId}`, { token })
    expect(template.body.data).toMatchObject({
      anchorDate: '2026-04-01',
      intervalMonths: 6,
      price: 179,
      active: true,
    })
    expect((await account(proof)).body.data.plans).toMatchObject([{ status: 'active', price: 179 }])
    expect(
      (await world.call('GET', '/api/admin/tasks?kind=plan.price&state=open', { token })).body.data.items,
    ).toHaveLength(0)
  })

  test('requested for a past date starts in a week', async () => {
    const token = await world.hqToken()
    const { id } = (await request(await prove(), { ...plan, preferredStart: '2020-01-01' })).body.data.plan
    const body = { price: 179, phoneConsent: { name: 'Jordan Rivera' } }
    const { templateId } = (await world.call('PATCH', `/api/admin/plans/${id}`, { token, body })).body.data
    const template = await world.call('GET', `/api/admin/templates/${templateId}`, { token })
    expect(template.body.data).toMatchObject({ anchorDate: '2026-03-09', nextDate: '2026-03-09' })
  })

  test('is refused when it names another address than the proven one, in any field', async () => {
    const proof = await prove()
    const other = 'somebody@example.com'
    for (const name of ['email', 'customerEmail']) {
      expect((await request(proof, { ...plan, [name]: other })).status).toBe(403)
      const asked = { token: proof, body: plan }
      expect((await world.call('POST', `/api/maintenance-plans?${name}=${other}`, asked)).status).toBe(403)
      expect((await account(proof, `?${name}=${other}`)).status).toBe(403)
      expect((await request(proof, { ...plan, [name]: 'Jordan@Example.com' })).status).toBe(201)
    }
  })

  test("can't run without a price, or again once ended", async () => {
    const token = await world.hqToken()
    const { id } = (await request(await prove(), plan)).body.data.plan
    const change = (body: object) => world.call('PATCH', `/api/admin/plans/${id}`, { token, body })
    expect((await change({ status: 'active' })).status).toBe(409)
    expect((await change({ status: 'ended' })).status).toBe(200)
    expect((await change({ price: 10 })).status).toBe(409)
  })

  test('for another email is a 403, and bad fields are a 400', async () => {
    const proof = await prove()
    expect((await request(proof, { ...plan, email: 'other@example.com' })).status).toBe(403)
    for (const bad of [
      { intervalMonths: 0 },
      { intervalMonths: 25 },
      { intervalMonths: 1.5 },
      { preferredStart: 'soon' },
      { address: '' },
    ])
      expect([bad, (await request(proof, { ...plan, ...bad })).status]).toEqual([bad, 400])
  })
})
