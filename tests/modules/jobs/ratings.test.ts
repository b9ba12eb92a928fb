import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hqTasks, jobRatings } from '../../../db/schema'
import { day, hour } from '../../../src/lib/clock'
import { scheduleJob } from '../../../src/modules/jobs/schedule'
import { jobLinkToken } from '../../../src/tokens/job-link'
import { marcus } from '../../support/world'
import { startOffice, type Office } from './office'

let office: Office
let id: string
let path: string

beforeEach(async () => {
  office = await startOffice()
  id = await office.bookOne()
  const start = office.clock.now() + hour
  await scheduleJob(office.deps, id, { workerId: marcus, start, actor: 'hq', tellCustomer: false })
  path = `/rate/${jobLinkToken(office.deps, 'rating link', { jobId: id, series: 0 }, office.clock.now())}`
})
afterEach(() => office.close())

const finish = async () => {
  for (const to of ['en_route', 'in_progress', 'completed'])
    await office.hq('POST', `/jobs/${id}/move`, { to, tellCustomer: false })
}
const rate = (fields: Record<string, string>) =>
  office.call('POST', path, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const ratings = () => office.deps.store.read.select().from(jobRatings)
const todos = () => office.deps.store.read.select().from(hqTasks).where(eq(hqTasks.kind, 'job.low-rating'))

describe('rating a visit', () => {
  test('is possible once it is done, and only by sending the form', async () => {
    expect((await office.call('GET', path)).text).toContain('You can’t rate this visit')
    await rate({ stars: '5' })
    expect(await ratings()).toEqual([])
    await finish()
    expect((await office.call('GET', path)).text).toContain('How did we do?')
    expect(await ratings()).toEqual([])
    expect((await rate({ stars: '5', comment: ' Great work ' })).status).toBe(303)
    expect(await ratings()).toMatchObject([{ jobId: id, workerId: marcus, stars: 5, comment: 'Great work' }])
    expect(await todos()).toEqual([])
    expect((await office.call('GET', path)).text).toContain('You gave us 5 of 5 stars.')
  })

  test.each(['0', '6', '2.5', '', 'five'])('needs one to five stars, not %p', async (stars) => {
    await finish()
    const { status, text } = await rate({ stars, comment: 'Kept' })
    expect([status, await ratings()]).toEqual([422, []])
    expect(text).toContain('Choose 1 to 5 stars.')
    expect(text).toContain('Kept')
  })

  test('shows on the job, the customer and the technician', async () => {
    await finish()
    await rate({ stars: '4', comment: 'Good' })
    const { job, rating } = (await office.hq('GET', `/jobs/${id}`)).body.data
    expect(rating).toMatchObject({ stars: 4, comment: 'Good' })
    const summary = (await office.hq('GET', `/customers/${job.customerId}/summary`)).body.data
    expect(summary.rating).toMatchObject({ average: 4, count: 1, latest: { jobId: id, stars: 4 } })
    expect((await office.hq('GET', `/workers/${marcus}`)).body.data.rating).toEqual({ average: 4, count: 1 })
  })

  test('with three stars or fewer becomes a to-do, until the customer thinks better of it', async () => {
    await finish()
    await rate({ stars: '2', comment: 'Late' })
    const { franchiseId } = (await office.hq('GET', `/jobs/${id}`)).body.data.job
    expect(franchiseId).not.toBeNull()
    expect(await todos()).toMatchObject([{ subject: id, detail: 'Late', state: 'open', franchiseId }])
    await rate({ stars: '3' })
    expect(await todos()).toMatchObject([{ detail: null, state: 'open' }])
    await rate({ stars: '4' })
    expect(await todos()).toMatchObject([{ state: 'done' }])
    expect(await ratings()).toHaveLength(1)
  })

  test('offers the public review to everyone, whatever they thought', async () => {
    await office.hq('PATCH', '/settings/publicSite', { values: { reviewUrl: 'https://g.example/review' } })
    await finish()
    for (const stars of ['1', '5']) {
      await rate({ stars })
      expect((await office.call('GET', path)).text).toContain('href="https://g.example/review"')
    }
  })

  test('can be changed for a week', async () => {
    await finish()
    await rate({ stars: '5' })
    office.clock.advance(7 * day - hour)
    expect((await office.call('GET', `${path}?change=1`)).text).toContain('<form method="post">')
    await rate({ stars: '4' })
    office.clock.advance(2 * hour)
    expect((await office.call('GET', `${path}?change=1`)).text).not.toContain('<form')
    await rate({ stars: '1' })
    expect(await ratings()).toMatchObject([{ stars: 4 }])
  })

  test('speaks Spanish', async () => {
    await finish()
    expect((await office.call('GET', `${path}?lang=es`)).text).toContain('¿Qué tal lo hicimos?')
  })
})
