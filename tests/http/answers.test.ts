import { afterAll, describe, expect, test } from 'bun:test'
import { Elysia, type AnyElysia } from 'elysia'
import { isAsync } from 'elysia/compose'
import { z } from 'zod'
import { endpoint, type Documentation } from '../../src/http/endpoint'
import { plumbing } from '../../src/http/plumbing'
import { rootHooks } from '../../src/http/root'
import { send, startTestApp } from '../support/app'

const service = await startTestApp()
afterAll(() => service.close())

const Item = z.object({ id: z.string(), tags: z.array(z.object({ name: z.string() })).optional() })

/** One route that answers the handler's result, declared as given. */
function answering(handler: () => unknown, doc: Partial<Documentation> = {}): AnyElysia {
  const rule = { as: 'public', limit: 1_000 } as const
  const described = endpoint(rule, { tag: 'Public', summary: 'Answer', answer: Item, ...doc })
  return new Elysia()
    .use(rootHooks(service.deps))
    .use(new Elysia().use(plumbing(service.deps)).get('/answer', async () => handler(), described))
}
const get = (handler: () => unknown, doc?: Partial<Documentation>) =>
  send(answering(handler, doc), 'GET', '/answer', {})

describe("a handler's return value", () => {
  test('is sent in the envelope with the declared status', async () => {
    const item = { id: 'one' }
    expect(await get(() => item)).toMatchObject({ status: 200, body: { ok: true, data: item } })
    expect(await get(() => item, { status: 201 })).toMatchObject({ status: 201, body: { data: item } })
  })

  test('is sent unchanged when the route is bare', async () => {
    expect(await get(() => ({ id: 'one' }), { bare: true })).toMatchObject({ body: { id: 'one' } })
    const redirect = await get(() => '', { bare: true, status: 302, answer: z.string() })
    expect([redirect.status, redirect.text]).toEqual([302, ''])
  })

  test("is left alone when it's a Response", async () => {
    const csv = () => new Response('a,b', { headers: { 'content-type': 'text/csv' } })
    const file = await get(csv, { mediaType: 'text/csv' })
    expect([file.status, file.text]).toEqual([200, 'a,b'])
  })

  test("doesn't give its status to a refusal", async () => {
    const failing = () => {
      throw new TypeError('broken')
    }
    expect((await get(failing, { status: 201 })).status).toBe(500)
  })

  test('gets its envelope without another await', () => {
    const route = service.app.routes.find(({ path }) => path === '/api/services')
    const hooks = route?.hooks.afterHandle as { fn: () => unknown }[]
    expect(hooks.map(({ fn }) => isAsync(fn))).toEqual([false])
  })
})

test("a promise that Elysia didn't await is a 500, not an empty answer", async () => {
  const { deps } = service
  const app = new Elysia()
    .use(rootHooks(deps))
    .use(
      new Elysia()
        .use(plumbing(deps))
        .get(
          '/answer',
          ({ query }) => (query.id === undefined ? Promise.resolve({ id: 'none' }) : { id: query.id }),
          endpoint({ as: 'public', limit: 100 }, { tag: 'Public', summary: 'Answer', answer: Item }),
        ),
    )
  expect((await send(app, 'GET', '/answer', {})).status).toBe(500)
})

describe('a test fails when its route answers with', () => {
  const wrong: [string, () => unknown, Partial<Documentation>, string][] = [
    ['an undeclared field', () => ({ id: 'one', extra: 1 }), {}, 'data.extra: is not declared'],
    [
      'an undeclared field deep inside',
      () => ({ id: 'one', tags: [{ name: 'a' }, { name: 'b', color: 'red' }] }),
      {},
      'data.tags.1.color: is not declared',
    ],
    ['a missing field', () => ({}), {}, 'data.id: is required'],
    ['a field of another type', () => ({ id: 5 }), {}, 'data.id: must be text'],
    ['nothing', () => undefined, {}, 'data: is required'],
    [
      'a bare object with an undeclared field',
      () => ({ id: 'one', ok: true }),
      { bare: true },
      'ok: is not declared',
    ],
    ['another status', () => new Response('{}', { status: 202 }), {}, 'status 202 instead of 200'],
    ['another kind of file', () => new Response('x'), { mediaType: 'application/pdf' }, 'application/pdf'],
    ['without the envelope', () => Response.json({ id: 'one' }), {}, 'not in the envelope'],
    [
      'without a field that parsing fills in',
      () => ({}),
      { answer: z.object({ id: z.string().default('one') }) },
      'data.id: is missing',
    ],
  ]
  test.each(wrong)('%s', async (_, handler, doc, fault) => {
    await expect(get(handler, doc)).rejects.toThrow(fault)
  })
})

test('service types and the plan list answer what they declare', async () => {
  const token = await service.hqToken()
  const admin = (method: string, path: string, body?: unknown) =>
    service.call(method, `/api/admin/${path}`, { token, ...(body === undefined ? {} : { body }) })
  const input = { label: 'Window washing' }
  const added = await admin('POST', 'services', input)
  expect([added.status, added.text]).toEqual([201, expect.any(String)])
  const { id } = added.body.data
  expect((await admin('GET', 'services')).status).toBe(200)
  expect((await admin('GET', `services/${id}`)).status).toBe(200)
  expect((await admin('PATCH', `services/${id}`, { listPrice: 95 })).status).toBe(200)
  expect((await admin('GET', 'plans')).status).toBe(200)
})
