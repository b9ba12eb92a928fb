import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { activity } from '../../../db/schema'
import { day } from '../../../src/lib/clock'
import { sweepActivity } from '../../../src/modules/office/activity'
import { expectLimits, expectStatus, startAdmin, textOfLength, type Admin } from '../../support/admin'

let admin: Admin
beforeEach(async () => {
  admin = await startAdmin()
})
afterEach(() => admin.close())

const path = '/api/dev/activity'
const base = { type: 'deploy', actor: 'ci', summary: 'Went live' }
const events = async () => (await admin.get(path)).body.data.events

function nested(levels: number): object {
  return levels === 1 ? {} : { deeper: nested(levels - 1) }
}
/** An object whose JSON has exactly this many bytes. */
const weighing = (bytes: number) => ({ text: 'é'.repeat((bytes - 11) / 2) + 'x'.repeat((bytes - 11) % 2) })

describe('noting activity', () => {
  test('answers as the contract says and shows the event', async () => {
    const metadata = { commit: '4f2a9c1', nested: { list: [1, null, 'ü'] } }
    expect(expectStatus(await admin.post(path, { ...base, metadata }), 200).body).toEqual({
      ok: true,
      data: { ok: true, stored: true },
    })
    await admin.post(path, base)
    expect((await admin.get(path)).body).toEqual({
      ok: true,
      data: {
        stored: true,
        events: [
          { id: 2, ...base, metadata: null, at: '2026-03-02T15:00:00.000Z' },
          { id: 1, ...base, metadata, at: '2026-03-02T15:00:00.000Z' },
        ],
      },
    })
  })

  test('accepts every field at its limit and refuses it one past', async () => {
    await expectLimits(admin, path, () => base, [
      ['type', textOfLength(500), textOfLength(501)],
      ['actor', textOfLength(500), textOfLength(501)],
      ['summary', textOfLength(500), textOfLength(501)],
      ['summary', '漢字', null],
      ['metadata', {}, []],
      ['metadata', { a: 1 }, null],
      ['metadata', nested(8), nested(9)],
      ['metadata', { list: [[[[[[{}]]]]]] }, { list: [[[[[[[{}]]]]]]] }],
      ['metadata', weighing(16_384), weighing(16_385)],
    ])
    for (const field of Object.keys(base))
      expectStatus(await admin.post(path, { ...base, [field]: undefined }), 400)
  })

  test('survives metadata that tries to reach into objects', async () => {
    const raw =
      '{"type":"t","actor":"a","summary":"s","metadata":{"__proto__":{"polluted":true},"constructor":{"x":1}}}'
    expect((await admin.call('POST', path, { token: admin.token, raw })).status).toBe(200)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('happens once under one key', async () => {
    for (let time = 0; time < 3; time++) await admin.post(path, base, { 'idempotency-key': 'activity-1' })
    expect(await events()).toHaveLength(1)
  })

  test('is for HQ only, 30 times a minute', async () => {
    expectStatus(await admin.call('GET', path), 401)
    expectStatus(await admin.call('POST', path, { body: {} }), 401)
    for (const method of ['GET', 'POST'])
      for (let call = 1; call <= 31; call++) {
        const body = method === 'POST' ? { body: base } : {}
        const { status } = await admin.call(method, path, {
          token: admin.token,
          from: '203.0.113.50',
          ...body,
        })
        expect([call, status]).toEqual([call, call <= 30 ? 200 : 429])
      }
  })
})

describe('the activity list', () => {
  test('shows the last 50, newest first', async () => {
    for (let number = 1; number <= 53; number++) await admin.post(path, { ...base, summary: `${number}` })
    const summaries = (await events()).map(({ summary }: { summary: string }) => Number(summary))
    expect(summaries).toEqual(Array.from({ length: 50 }, (_, at) => 53 - at))
  })

  test('forgets entries older than 90 days', async () => {
    await admin.post(path, { ...base, summary: 'old' })
    admin.clock.advance(1)
    await admin.post(path, { ...base, summary: 'new' })
    admin.clock.advance(90 * day - 2)
    await sweepActivity(admin.deps)
    expect(await admin.deps.store.read.select().from(activity)).toHaveLength(2)
    admin.clock.advance(1)
    await sweepActivity(admin.deps)
    expect((await admin.deps.store.read.select().from(activity)).map(({ summary }) => summary)).toEqual([
      'new',
    ])
  })
})
