import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { count } from 'drizzle-orm'
import { Elysia, type AnyElysia } from 'elysia'
import { z } from 'zod'
import { activity, idempotencyKeys } from '../../db/schema'
import { newId } from '../../db/store'
import type { Deps } from '../../src/deps'
import { endpoint } from '../../src/http/endpoint'
import { plumbing } from '../../src/http/plumbing'
import { rootHooks } from '../../src/http/root'
import { conflict } from '../../src/lib/errors'
import { recordActivity } from '../../src/modules/office/activity'
import { send, startTestApp, type CallOptions, type TestApp } from '../support/app'
import { goodCredential } from './credentials'

const Input = z.object({ what: z.string(), note: z.string().optional() })
type Input = z.infer<typeof Input>

/** Endpoints that leave one row per effect, so effects can be counted. */
function effectApp(deps: Deps): AnyElysia {
  const rule = { as: 'public', limit: 1000 } as const
  const answer = { tag: 'Public', summary: 'Do something', answer: z.any(), idempotent: true } as const
  const making = { ...endpoint(rule, { ...answer, status: 201, updates: true }), body: Input }
  const doing = { ...endpoint(rule, answer), body: Input }
  const leaveTrace = (tx: Parameters<typeof recordActivity>[0], { what }: Input) =>
    recordActivity(tx, deps.clock.now(), { type: 'effect', actor: 'test', summary: what })
  return new Elysia().use(rootHooks(deps)).use(
    new Elysia()
      .use(plumbing(deps))
      .post(
        '/effects',
        async ({ body, once }) => {
          const made = { id: newId(), what: body.what }
          await deps.store.write(async (tx) => {
            await leaveTrace(tx, body)
            await once.settle(tx, made)
          })
          return made
        },
        making,
      )
      .post(
        '/updated',
        async ({ body, once, set }) => {
          const found = { id: newId() }
          await deps.store.write(async (tx) => {
            await leaveTrace(tx, body)
            await once.settle(tx, found, { isNew: false })
          })
          set.status = 200
          return found
        },
        making,
      )
      .post(
        '/effects/:id',
        async ({ body, params, once }) => {
          const sent = { to: params.id, serial: newId() }
          await deps.store.write(async (tx) => {
            await leaveTrace(tx, body)
            await once.settle(tx, sent)
          })
          return sent
        },
        doing,
      )
      .post(
        '/unsettled',
        async ({ body }) => {
          await deps.store.write((tx) => leaveTrace(tx, body))
          return { id: newId() }
        },
        making,
      )
      .post(
        '/refused',
        async ({ body, once }) => {
          await deps.store.write(async (tx) => {
            await leaveTrace(tx, body)
            await once.settle(tx, { done: true })
            if (body.what !== 'mended') throw conflict('Not now')
          })
          return { done: true }
        },
        doing,
      )
      .post('/mine', ({ caller }) => ({ subject: caller.subject, id: newId() }), {
        ...endpoint({ as: 'hq', limit: 1000, needs: 'administrator' }, answer),
        body: Input,
      }),
  )
}

let service: TestApp
let app: AnyElysia
beforeEach(async () => {
  service = await startTestApp()
  app = effectApp(service.deps)
})
afterEach(() => service.close())

const post = (
  path: string,
  key: string | undefined,
  body: unknown = { what: 'paint' },
  options: CallOptions = {},
) =>
  send(app, 'POST', path, {
    body,
    ...options,
    headers: { ...options.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
  })

async function effects(): Promise<number> {
  const [row] = await service.deps.store.read.select({ rows: count() }).from(activity)
  return row?.rows ?? 0
}

describe('a repeated key with the same body', () => {
  test('gets the first answer again, status included, with no second effect', async () => {
    const first = await post('/effects', 'key-1')
    const again = await post('/effects', 'key-1')
    expect(first.status).toBe(201)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect([first.headers.get('idempotent-replay'), again.headers.get('idempotent-replay')]).toEqual([
      null,
      'true',
    ])
    expect(await effects()).toBe(1)
  })

  test('may differ in spaces and unknown fields', async () => {
    const first = await post('/effects', 'key-1')
    const again = await post('/effects', 'key-1', undefined, { raw: '{ "unknown": 1, "what": "paint" }' })
    expect(again.body).toEqual(first.body)
  })

  test('has one effect when ten arrive at once, and all get its answer', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('/effects', 'key-1')))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201))
    expect(await effects()).toBe(1)
  })

  test("gets the first answer again when the work didn't settle in its own unit", async () => {
    const first = await post('/unsettled', 'key-1')
    const again = await post('/unsettled', 'key-1')
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await effects()).toBe(1)
  })

  test('gets 200 again when an update answered 200 instead of 201', async () => {
    const first = await post('/updated', 'key-1')
    const again = await post('/updated', 'key-1')
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
  })

  test('is a new request after 24 hours, to the millisecond', async () => {
    const first = await post('/effects', 'key-1')
    service.clock.advance(86_399_999)
    expect((await post('/effects', 'key-1')).body).toEqual(first.body)
    service.clock.advance(1)
    const next = await post('/effects', 'key-1')
    expect(next.status).toBe(201)
    expect(next.body.data.id).not.toBe(first.body.data.id)
    expect((await post('/effects', 'key-1')).body).toEqual(next.body)
    expect(await effects()).toBe(2)
  })
})

describe('a repeated key with a different request', () => {
  const refused = {
    status: 409,
    body: { ok: false, error: 'This Idempotency-Key was used for a different request. Use a new key.' },
  }

  test('is refused and has no effect', async () => {
    await post('/effects', 'key-1')
    expect(await post('/effects', 'key-1', { what: 'sand' })).toMatchObject(refused)
    expect(await effects()).toBe(1)
  })

  test('is refused when both arrive at once', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((what) => post('/effects', 'key-1', { what })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refused)
    expect(await effects()).toBe(1)
  })

  test('is refused when only the id in the path or the query differs', async () => {
    const first = await post('/effects/one', 'key-1')
    expect(first.body.data.to).toBe('one')
    expect(await post('/effects/two', 'key-1')).toMatchObject(refused)
    expect(await post('/effects/one?dry=1', 'key-1')).toMatchObject(refused)
  })

  test('is independent on another route, with another key, or without one', async () => {
    await post('/effects', 'key-1')
    await post('/effects', 'key-2')
    await post('/unsettled', 'key-1')
    await post('/effects', undefined)
    await post('/effects', undefined)
    expect(await effects()).toBe(5)
  })

  test('is independent for another caller', async () => {
    const { deps } = service
    const other = { authorization: `Bearer ${await deps.tokens.hq.issue('user-2', 'owner', 60_000)}` }
    const mine = await post('/mine', 'key-1', undefined, { headers: await goodCredential(deps, 'hq') })
    const theirs = await post('/mine', 'key-1', undefined, { headers: other })
    expect([mine.body.data.subject, theirs.body.data.subject]).toEqual(['user-1', 'user-2'])
  })
})

describe('a failed request', () => {
  test('leaves no effect and no stored answer, so it can be sent again', async () => {
    expect((await post('/refused', 'key-1')).status).toBe(409)
    expect(await effects()).toBe(0)
    expect((await post('/refused', 'key-1', { what: 'mended' })).body).toEqual({
      ok: true,
      data: { done: true },
    })
    expect((await post('/refused', 'key-1', { what: 'mended' })).headers.get('idempotent-replay')).toBe(
      'true',
    )
    expect(await effects()).toBe(1)
  })

  test("with an invalid body doesn't use up the key", async () => {
    expect((await post('/effects', 'key-1', { what: 5 })).status).toBe(400)
    expect((await post('/effects', 'key-1')).status).toBe(201)
  })
})

describe('an Idempotency-Key', () => {
  test.each([
    ['empty', ''],
    ['two words', 'two words'],
    ['256 characters long', 'k'.repeat(256)],
    ['not ASCII', 'clé'],
  ])('that is %s is refused', async (_, key) => {
    const answer = await post('/effects', key)
    expect([answer.status, answer.body.error]).toEqual([
      400,
      'Idempotency-Key must be 1 to 255 visible ASCII characters',
    ])
    expect(await effects()).toBe(0)
  })

  test.each([
    ['one character', 'k'],
    ['255 characters', 'k'.repeat(255)],
    ['quoted', '"quoted"'],
    ['a UUID', '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d'],
  ])('that is %s is accepted', async (_, key) => {
    expect((await post('/effects', key)).status).toBe(201)
  })

  test("isn't readable in the store, and neither is the body", async () => {
    await post('/effects', 'key-of-jordan', { what: 'jordan@example.com' })
    const rows = await service.deps.store.read.select().from(idempotencyKeys)
    const { answer: _, ...kept } = rows[0]!
    expect(JSON.stringify(kept)).not.toContain('jordan')
  })
})
