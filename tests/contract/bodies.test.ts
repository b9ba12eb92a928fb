import { afterAll, describe, expect, test } from 'bun:test'
import { send, type Answer } from '../support/app'
import { sendAs, testEach } from '../support/contract'
import { probeApp } from './probe'
import { startWorld } from './world'

const world = await startWorld()
afterAll(() => world.test.close())
const probe = probeApp(world.test.deps)

/** Every value in a request that is long enough to be distinguished from a message's own words. */
function valuesIn(sent: unknown): string[] {
  if (typeof sent === 'object' && sent !== null) return Object.values(sent).flatMap(valuesIn)
  const text = String(sent)
  return text.length > 3 && !['null', 'true', 'false', 'undefined'].includes(text) ? [text] : []
}

function expectFaults(answer: Answer, sent: unknown, faults: string[] | undefined): void {
  expect([answer.status, answer.text]).toEqual([400, expect.any(String)])
  expect(answer.body).toMatchObject({ ok: false, error: expect.any(String) })
  for (const detail of answer.body.details ?? []) expect(detail).toMatch(/^[\w.-]+: \S/)
  if (faults) {
    const details: string[] = answer.body.details ?? []
    const paths = details.map((detail) => detail.slice(0, detail.indexOf(':')))
    expect([...new Set(paths)].toSorted()).toEqual(faults.toSorted())
  }
  for (const value of valuesIn(sent)) expect(answer.text).not.toContain(value)
}

describe('each endpoint in the specification', () => {
  testEach(
    world,
    'answers 400 with every problem in a bad request',
    async (endpoint) => {
      for (const { faults, ...sent } of endpoint.bad)
        expectFaults(await sendAs(world, endpoint, sent), sent, faults)
    },
    ({ bad }) => bad.length > 0,
  )

  testEach(
    world,
    'accepts only an object as its body',
    async (endpoint) => {
      for (const body of [null, [], [{}], 'text', 17, true])
        expectFaults(await sendAs(world, endpoint, { body }), { body }, undefined)
    },
    ({ method }) => method !== 'GET',
  )
})

const post = (raw: BodyInit | undefined, headers: Record<string, string> = {}) =>
  send(probe, 'POST', '/probe/public', {
    from: world.stranger(),
    headers,
    ...(raw === undefined ? {} : { raw }),
  })

describe('validation errors', () => {
  test('name the place of each problem, however deep, and never the value', async () => {
    const sent = {
      name: 'a name that is much too long',
      items: [{ sku: 'ok', count: 1 }, { sku: 'UPPER-1', count: 2.5 }, {}],
      address: { zip: '123456' },
      labels: { weight: 'heavy' },
      extra: { id: 1234 },
    }
    const answer = await post(JSON.stringify(sent))
    expectFaults(answer, sent, [
      'name',
      'items.1.sku',
      'items.1.count',
      'items.2.sku',
      'items.2.count',
      'address.zip',
      'labels.weight',
      'extra.id',
    ])
    expect(answer.body.details).toContain('items.1.sku: must be small letters')
  })

  test('cover the query and the path too', async () => {
    const from = world.stranger()
    const id = crypto.randomUUID()
    const query = await send(probe, 'GET', `/probe/public/items/${id}?size=9999&q=x`, { from })
    expectFaults(query, { query: { size: '9999' } }, ['size', 'q'])
    const path = await send(probe, 'GET', '/probe/public/items/item-4711', { from })
    expectFaults(path, { query: { id: 'item-4711' } }, ['id'])
  })

  test('say `body` when the whole body is wrong', async () => {
    expect((await post('[]')).body.details).toEqual(['body: must be an object'])
    expect((await post(undefined)).body.details).toEqual(['body: is required'])
  })

  test('shorten long field names from the sender', async () => {
    const answer = await post(JSON.stringify({ name: 'a', labels: { ['k'.repeat(5000)]: 'x' } }))
    expect(answer.status).toBe(400)
    expect(answer.text.length).toBeLessThan(400)
  })

  test('are limited to a few dozen, however many there are', async () => {
    const items = Array.from({ length: 5000 }, () => ({}))
    const answer = await post(JSON.stringify({ name: 'a', items }))
    expect(answer.status).toBe(400)
    expect(answer.body.details.length).toBeLessThanOrEqual(100)
  })
})

describe('a query', () => {
  test('arrives as sent: commas, brackets and numbers stay text', async () => {
    const path = `/probe/public/items/${crypto.randomUUID()}`
    const ask = async (query: string) =>
      (await send(probe, 'GET', `${path}?${query}`, { from: world.stranger() })).body.data.query
    expect(await ask('q=12+Main+St%2C+X')).toEqual({ q: '12 Main St, X' })
    expect(await ask('q=12%20Main,%20X')).toEqual({ q: '12 Main, X' })
    expect(await ask('q=%5B1%2C2%5D')).toEqual({ q: '[1,2]' })
    expect(await ask('q=%7B%22a%22%3A1%7D')).toEqual({ q: '{"a":1}' })
    expect(await ask('q=first&q=second')).toEqual({ q: 'second' })
    expect(await ask('q=null&unknown=x&__proto__=y')).toEqual({ q: 'null' })
    expect(await ask('size=12&q=%E2%9C%93%E2%9C%93')).toEqual({ size: 12, q: '✓✓' })
  })
})
