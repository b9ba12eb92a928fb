import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startTestApp, type TestApp } from '../support/app'
import { codeSentTo } from '../support/codes'
import { listen } from '../support/socket'
import { addWorld, booking, denver, marcus } from '../support/world'

let world: TestApp
let socket: ReturnType<typeof listen>
beforeEach(async () => {
  world = await startTestApp()
  await addWorld(world)
  socket = listen(world)
})
afterEach(async () => {
  await socket.stop()
  await world.close()
})

const email = booking.customerEmail

async function prove(): Promise<string> {
  const code = await codeSentTo(world, email, () =>
    socket.call('POST', '/api/customer/verify', { body: { email } }),
  )
  const { body } = await socket.call('POST', '/api/customer/verify', { body: { email, code } })
  return body.data.proof
}

async function statusInAccount(proof: string, id: string): Promise<string> {
  const { body } = await socket.call('GET', `/api/account?email=${email}`, { token: proof })
  return body.data.jobs.find((job: { id: string }) => job.id === id)?.status
}

test("a customer books, verifies their email and follows the job until it's completed", async () => {
  const booked = await socket.call('POST', '/api/jobs/create', { body: booking })
  expect(booked.status).toBe(201)
  const { id, franchiseId } = booked.body.data.job
  expect(franchiseId).toBe(denver)
  const proof = await prove()
  expect(await statusInAccount(proof, id)).toBe('pending')

  const hq = await world.hqToken()
  const start = '2026-03-02T16:00:00Z'
  const scheduled = await socket.call('POST', `/api/admin/jobs/${id}/schedule`, {
    token: hq,
    body: { start, workerId: marcus },
  })
  expect(scheduled.status).toBe(200)
  expect(await statusInAccount(proof, id)).toBe('scheduled')

  const given = await socket.call('POST', `/api/admin/workers/${marcus}/tokens`, { token: hq, body: {} })
  const worker = given.body.data.token as string
  const day = await socket.call('GET', '/api/work/jobs?date=2026-03-02', { token: worker })
  expect(day.body.data.jobs.map((job: { id: string }) => job.id)).toEqual([id])
  for (const to of ['en_route', 'in_progress', 'completed']) {
    world.clock.advance(60_000)
    const moved = await socket.call('POST', `/api/work/jobs/${id}/move`, { token: worker, body: { to } })
    expect([moved.status, await statusInAccount(proof, id)]).toEqual([200, to])
  }

  expect((await socket.call('GET', '/api/admin/jobs', { token: worker })).status).toBe(401)
  const { body } = await socket.call('GET', `/api/admin/jobs/${id}`, { token: hq })
  expect(
    body.data.timeline.map((line: { kind: string }) => line.kind).filter((kind: string) => kind !== 'placed'),
  ).toEqual(['booked', 'confirmed', 'scheduled', 'en_route', 'in_progress', 'completed'])
})

test('a customer books and cancels, and canceling again gives the same answer', async () => {
  const { id } = (await socket.call('POST', '/api/jobs/create', { body: booking })).body.data.job
  const proof = await prove()
  const cancel = () => socket.call('POST', '/api/customer/cancel', { body: { jobId: id, email } })
  const answers = await Promise.all([cancel(), cancel()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[0].body.data).toMatchObject({ refunded: false, setupIntentCancelled: false })
  expect(answers[1].text).toBe(answers[0].text)
  expect(await statusInAccount(proof, id)).toBe('cancelled')
  expect((await socket.call('POST', '/api/customer/cancel', { body: { jobId: 'nothing' } })).status).toBe(404)
})
