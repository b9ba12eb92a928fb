import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import { startTestApp, type TestApp } from '../../support/app'
import { addWorld, booking, denver, marcus } from '../../support/world'

let world: TestApp
let token: string
beforeEach(async () => {
  world = await startTestApp()
  await addWorld(world)
  token = await world.hqToken()
})
afterEach(() => world.close())

const list = async (query: string) => (await world.call('GET', `/api/admin/jobs?${query}`, { token })).body

let client = 0
async function bookOne(overrides: object = {}): Promise<string> {
  const { body } = await world.call('POST', '/api/jobs/create', {
    body: { ...booking, ...overrides },
    from: `198.51.100.${++client % 250}`,
  })
  return body.data.job.id
}

test('pages are complete and without duplicates while new bookings arrive', async () => {
  const ids = []
  for (let index = 0; index < 25; index++) ids.push(await bookOne({ customerEmail: `c${index}@example.com` }))
  const seen: string[] = []
  let cursor = ''
  do {
    const { data } = await list(`limit=7${cursor && `&cursor=${cursor}`}`)
    seen.push(...data.items.map(({ id }: { id: string }) => id))
    cursor = data.nextCursor
    await bookOne({ customerEmail: `late${seen.length}@example.com` })
  } while (cursor)
  expect(seen).toEqual(ids.toReversed())
})

test.each([
  ['part of a name', 'riv'],
  ['name without its accents', 'zoe muller'],
  ['e-mail', 'zoe@example.com'],
  ['phone as written', '303-555-0199'],
  ['phone in another format', '3035550199'],
  ['street', '77 Juniper'],
])('finds a job by %s, booked a moment ago', async (_, q) => {
  const id = await bookOne({
    customerName: 'Zoë Müller-Rivera',
    customerEmail: 'zoe@example.com',
    customerPhone: '303-555-0199',
    address: '77 Juniper Ct, Denver, CO 80202',
  })
  await bookOne({
    customerName: 'Somebody Else',
    customerEmail: 'else@example.com',
    customerPhone: '303-555-0100',
  })
  const { data } = await list(`q=${encodeURIComponent(q)}`)
  expect(data.items.map((job: { id: string }) => job.id)).toEqual([id])
})

test('finds a job by its id, and nothing for nonsense', async () => {
  const id = await bookOne()
  expect((await list(`q=${id}`)).data.items).toHaveLength(1)
  for (const q of ['" OR 1=1 --', 'NEAR(', '***', '😀', 'a AND', '-x:y'])
    expect([q, (await list(`q=${encodeURIComponent(q)}`)).ok]).toEqual([q, true])
})

test('finds a job under its new name after a correction', async () => {
  const id = await bookOne()
  await list('q=jordan')
  await world.call('PATCH', `/api/admin/jobs/${id}`, { token, body: { customerName: 'Renamed Person' } })
  expect((await list('q=jordan%20rivera')).data.items).toHaveLength(0)
  expect((await list('q=renamed')).data.items).toHaveLength(1)
})

test('finds a phone number in any format, before and after a correction', async () => {
  const id = await bookOne({ customerPhone: '303-555-0100' })
  await list('q=jordan')
  for (const customerPhone of ['(303) 555-0142', '303.555.0142', '303\u00a0555-0142']) {
    await world.call('PATCH', `/api/admin/jobs/${id}`, { token, body: { customerPhone } })
    for (const q of ['(303) 555-0142', '303.555.0142', '303-555-0142', '3035550142'])
      expect([customerPhone, q, (await list(`q=${encodeURIComponent(q)}`)).data.items.length]).toEqual([
        customerPhone,
        q,
        1,
      ])
  }
})

test('filters by payment state', async () => {
  const [paid, unpaid, refunded] = [await bookOne(), await bookOne(), await bookOne()]
  for (const [id, paymentState] of [
    [paid, 'paid'],
    [refunded, 'refunded'],
  ] as const)
    await world.deps.store.write((tx) => tx.update(jobs).set({ paymentState }).where(eq(jobs.id, id)))
  for (const [state, id] of [
    ['paid', paid],
    ['unpaid', unpaid],
    ['refunded', refunded],
  ] as const) {
    const found = (await list(`paymentState=${state}`)).data.items
    expect(found.map((job: { id: string }) => job.id)).toEqual([id])
  }
  expect((await list('paymentState=failed')).data.items).toEqual([])
})

test('filters by status, franchise, worker and visit time', async () => {
  const [one, two] = [await bookOne(), await bookOne()]
  await bookOne({ franchiseId: 'other' })
  const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T16:00:00Z`
  for (const [id, day] of [
    [one, 11],
    [two, 10],
  ] as const)
    await world.call('POST', `/api/admin/jobs/${id}/schedule`, {
      token,
      body: { start: at(day), workerId: marcus },
    })
  const ids = async (query: string) => (await list(query)).data.items.map(({ id }: { id: string }) => id)
  expect(await ids('status=scheduled')).toEqual([two, one])
  expect(await ids(`franchiseId=${denver}`)).toHaveLength(2)
  expect(await ids(`workerId=${marcus}&from=${at(10)}&to=${at(12)}`)).toEqual([two, one])
  expect(await ids(`from=${at(11)}`)).toEqual([one])
  expect(await ids(`from=${at(9)}&limit=1`)).toEqual([two])
})

test('exports the whole list as CSV without formulas in cells', async () => {
  await bookOne({ customerName: '=HYPERLINK("http://evil")', notes: 'two\nlines, "quoted"' })
  const answer = await world.call('GET', '/api/admin/jobs?format=csv', { token })
  expect(answer.headers.get('content-type')).toContain('text/csv')
  expect(answer.text.split('\r\n')[0]).toStartWith('reference,status,')
  expect(answer.text).toContain(`"'=HYPERLINK(""http://evil"")"`)
  expect(answer.text).not.toMatch(/(^|,|\r\n)"?=/)
})

test('exports the worker, the customer and the local time of each visit', async () => {
  const id = await bookOne()
  const body = { start: '2026-03-09T16:00:00Z', workerId: marcus }
  await world.call('POST', `/api/admin/jobs/${id}/schedule`, { token, body })
  await bookOne({ address: 'Nowhere at all' })
  const { text } = await world.call('GET', '/api/admin/jobs?format=csv', { token })
  const [head, waiting, placed] = text.split('\r\n')
  expect(head).toEndWith(',updatedAt,revision,franchise,worker,secondWorker,localStart')
  expect(placed).toEndWith(',Front Range Gutters,Marcus Lee,,2026-03-09 10:00')
  expect(waiting).toEndWith(',,,,')
})

test('a foreign cursor is a 400', async () => {
  const { status } = await world.call('GET', '/api/admin/jobs?cursor=nonsense', { token })
  expect(status).toBe(400)
})
