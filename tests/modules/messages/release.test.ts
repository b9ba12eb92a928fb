import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { outbox } from '../../../db/schema'
import { startTestApp, type TestApp } from '../../support/app'
import { allRows, message, queue, rowOf } from './outbox'

let app: TestApp
let token: string
let held: string

beforeEach(async () => {
  app = await startTestApp()
  token = await app.hqToken()
  const [id] = await queue(app.deps, message({ dueAt: app.clock.now() + 1_000 }))
  held = id!
  await app.deps.store.write((tx) => tx.update(outbox).set({ state: 'held' }).where(eq(outbox.id, held)))
})
afterEach(() => app.close())

/** As the console does it: with the state the user saw. */
const release = (body: object = { state: 'held' }) =>
  app.call('POST', `/api/admin/outbox/${held}/resend`, { token, body })

describe('a held message', () => {
  test('goes out once when two tabs release it at the same moment', async () => {
    const answers = await Promise.all([release(), release()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const refused = answers.find(({ status }) => status === 409)!
    expect(refused.body.error).toBe('This message was already released.')
    await app.deps.background.idle()
    expect(await allRows(app.deps)).toHaveLength(1)
  })

  test('goes out once when the second tab releases it after it was sent', async () => {
    expect((await release()).status).toBe(201)
    await app.deps.background.idle()
    expect((await rowOf(app.deps, held)).state).toBe('sent')
    const late = await release()
    expect([late.status, late.body.error]).toEqual([409, 'This message was already released.'])
    await app.deps.background.idle()
    expect(await allRows(app.deps)).toHaveLength(1)
  })

  test('can be released without saying what was seen', async () => {
    expect((await app.call('POST', `/api/admin/outbox/${held}/resend`, { token })).status).toBe(201)
  })
})

test('refuses to send again a message whose state has changed since', async () => {
  const answer = await release({ state: 'dead' })
  expect([answer.status, answer.body.error]).toEqual([
    409,
    'This message has changed in the meantime. Reload it and try again.',
  ])
})
