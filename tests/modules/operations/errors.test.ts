import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { clientErrors } from '../../../db/schema'
import { groupingOf, sweepClientErrors } from '../../../src/modules/operations/client-errors'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'

let admin: Admin
beforeEach(async () => {
  admin = await startAdmin()
})
afterEach(() => admin.close())

const day = 86_400_000
const report = (message: string, more = {}) => admin.post('/api/dev/errors', { message, ...more })
const list = async () => expectStatus(await admin.get('/api/dev/errors'), 200).body.data

describe('a reported error', () => {
  test('is stored and shown with everything it came with', async () => {
    const sent = {
      message: 'x is not a function',
      stack: 'TypeError: x is not a function\n    at book.js:1:2',
      page: '/book',
      userAgent: 'Browser/1.0',
      metadata: { step: 3 },
    }
    expect(expectStatus(await admin.post('/api/dev/errors', sent), 200).body).toEqual({
      ok: true,
      data: { ok: true, stored: true },
    })
    const { errors, total } = await list()
    expect(total).toBe(1)
    expect(errors).toEqual([{ id: 1, ...sent, at: '2026-03-02T15:00:00.000Z' }])
  })

  test("is stored once when it's sent again with the same Idempotency-Key", async () => {
    const headers = { 'idempotency-key': 'once' }
    for (let time = 0; time < 3; time++)
      expectStatus(await admin.post('/api/dev/errors', { message: 'boom' }, headers), 200)
    expect((await list()).total).toBe(1)
  })

  test('can have 16 KB of metadata, eight levels deep, and no more', async () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })
    expectStatus(await report('fits', { metadata: nested(8) }), 200)
    expect((await report('deep', { metadata: nested(9) })).body.details).toEqual([
      "metadata: can't be nested more than 8 levels deep",
    ])
    expectStatus(await report('fits', { metadata: { text: 'w'.repeat(16_000) } }), 200)
    expect((await report('large', { metadata: { text: 'w'.repeat(17_000) } })).body.details).toEqual([
      'metadata: must be 16 KB or less',
    ])
  })
})

describe('reports of the same error', () => {
  test('form one group with the latest message, a count and the times they were seen', async () => {
    await report("Job 0197f3a0-1111-7222-8333-444455556666 not found for 'Jordan Rivera'")
    admin.clock.advance(60_000)
    await report("Job 0197f3a0-9999-7222-8333-444455556666 not found for 'Ava Chen'")
    await report('Another thing')
    const { grouped, total } = await list()
    expect(total).toBe(3)
    expect(grouped).toEqual([
      {
        message: 'Another thing',
        count: 1,
        firstSeen: '2026-03-02T15:01:00.000Z',
        lastSeen: '2026-03-02T15:01:00.000Z',
      },
      {
        message: "Job 0197f3a0-9999-7222-8333-444455556666 not found for 'Ava Chen'",
        count: 2,
        firstSeen: '2026-03-02T15:00:00.000Z',
        lastSeen: '2026-03-02T15:01:00.000Z',
      },
    ])
  })

  test.each([
    ['Timeout after 3021 ms', 'Timeout after <number> ms'],
    ['GET https://book.example.com/api/jobs?id=7 failed', 'GET <url> failed'],
    ['No account for jordan@example.com, sorry', 'No account for <email>, sorry'],
    ['Payment pi_3QabcDEF456ghiJKL789 declined', 'Payment <id> declined'],
    [
      "Cannot read properties of undefined (reading 'price')",
      'Cannot read properties of undefined (reading <text>)',
    ],
    ['Unexpected token < in JSON at position 0', 'Unexpected token < in JSON at position <number>'],
    ['  two\n lines ', 'two lines'],
    ['internationalization failed', 'internationalization failed'],
    ['', 'no message'],
  ])('%p is grouped as %p', (message, grouping) => {
    expect(groupingOf(message)).toBe(grouping)
  })

  test('are grouped quickly even for messages designed to be slow', () => {
    for (const part of ['@', 'a@', "'", '1.', 'a1', 'http://', '<'])
      expect(groupingOf(part.repeat(500))).not.toBe('')
  })
})

describe('the error list', () => {
  const plant = (count: number, at: number) =>
    admin.deps.store.write(async (tx) => {
      for (let n = 0; n < count; n++)
        await tx.insert(clientErrors).values({ message: `fault ${n}`, grouping: 'fault <number>', at })
    })

  test('shows the latest hundred, newest first, and counts all', async () => {
    await plant(120, admin.clock.now())
    const { errors, grouped, total } = await list()
    expect(errors).toHaveLength(100)
    expect(errors[0].message).toBe('fault 119')
    expect(grouped).toMatchObject([{ count: 120 }])
    expect(total).toBe(120)
  })

  test('forgets errors older than thirty days', async () => {
    await plant(2, admin.clock.now() - 30 * day)
    await plant(3, admin.clock.now() - 30 * day + 1)
    await sweepClientErrors(admin.deps)
    expect((await list()).total).toBe(3)
  })
})
