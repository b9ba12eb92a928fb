import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { customers, hqTasks, outbox } from '../../../db/schema'
import { hour } from '../../../src/lib/clock'
import { readReminderReply } from '../../../src/modules/jobs/reminder-replies'
import { remindOfVisits } from '../../../src/modules/jobs/reminders'
import { scheduleJob } from '../../../src/modules/jobs/schedule'
import { receiveText } from '../../../src/modules/messages/inbound'
import { jobLinkToken } from '../../../src/tokens/job-link'
import { marcus } from '../../support/world'
import { startOffice, type Office } from './office'

let office: Office
let id: string
// Wednesday, 10 AM in Denver.
const visit = Date.parse('2026-03-11T16:00:00Z')
const phone = '+13038675309'

beforeEach(async () => {
  office = await startOffice()
  setTime(visit - 48 * hour)
  id = await office.bookOne({ customerPhone: '303-867-5309' })
  await schedule(visit)
  setTime(visit - 23 * hour)
})
afterEach(() => office.close())

const setTime = (time: number) => office.clock.advance(time - office.clock.now())
const schedule = (start: number) =>
  scheduleJob(office.deps, id, { workerId: marcus, start, actor: 'hq', tellCustomer: false })
let texts = 0
const answer = (text: string, sid = `SM${++texts}`) =>
  receiveText(office.deps, { from: phone, text, id: sid, handled: false }, readReminderReply)
const replies = () => office.deps.store.read.select().from(outbox).where(eq(outbox.template, 'reply'))
const replyTodos = () => office.deps.store.read.select().from(hqTasks).where(eq(hqTasks.kind, 'sms.reply'))
/** The token of the start has expired by then. */
const read = async (path: string) =>
  (await office.call('GET', `/api/admin${path}`, { token: await office.hqToken() })).body.data
const detail = () => read(`/jobs/${id}`)
const shown = async (messageId: string) => (await read(`/outbox/${messageId}`)).rendered.text as string

describe('a reminder', () => {
  test('asks for C or R by text, and has two buttons in the email', async () => {
    await remindOfVisits(office.deps)
    const sent = await office.deps.store.read.select().from(outbox).where(eq(outbox.template, 'reminder'))
    expect(sent.map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms'])
    for (const { id: messageId, channel } of sent) {
      const text = await shown(messageId)
      if (channel === 'sms') expect(text).toContain('Reply C to confirm or R to change the time.')
      else expect(text).toMatch(/\/visit\/[\w-]+[^]*\/my\?change=TR-/)
    }
  })
})

describe('C', () => {
  test.each(['C', ' c ', 'Confirmar', 'Confirmo'])(
    '%p confirms the visit, once, and is answered',
    async (text) => {
      await remindOfVisits(office.deps)
      expect((await detail()).visitConfirmedAt).toBeNull()
      await answer(text, 'SM-same')
      await answer(text, 'SM-same')
      const { visitConfirmedAt, timeline, job } = await detail()
      expect(visitConfirmedAt).not.toBeNull()
      expect(job.confirmedAt).not.toBeNull()
      expect(timeline.filter(({ kind }: { kind: string }) => kind === 'visit_confirmed')).toHaveLength(1)
      const [reply, ...more] = await replies()
      expect(more).toEqual([])
      expect(await shown(reply!.id)).toContain('Your visit is confirmed')
      expect(await replyTodos()).toEqual([])
    },
  )

  test('counts no longer once the visit has another time', async () => {
    await remindOfVisits(office.deps)
    await answer('C')
    await schedule(visit + 24 * hour)
    expect((await detail()).visitConfirmedAt).toBeNull()
  })

  test('confirms every visit that we reminded them of', async () => {
    const other = await office.bookOne({ customerPhone: '303-867-5309' })
    const start = visit + 3 * hour
    await scheduleJob(office.deps, other, { workerId: marcus, start, actor: 'hq', tellCustomer: false })
    await remindOfVisits(office.deps)
    setTime(visit - 18 * hour)
    await remindOfVisits(office.deps)
    await answer('C')
    for (const each of [id, other]) expect((await read(`/jobs/${each}`)).visitConfirmedAt).not.toBeNull()
    expect(await replies()).toHaveLength(1)
  })

  test('is answered in the language of the customer', async () => {
    await remindOfVisits(office.deps)
    await office.deps.store.write((tx) => tx.update(customers).set({ language: 'es' }))
    await answer('C')
    const [reply] = await replies()
    expect(await shown(reply!.id)).toContain('¡Gracias! Visita confirmada: ')
  })

  test.each([
    ['without a reminder', async () => {}],
    [
      'after a reminder of another time',
      async () => {
        await remindOfVisits(office.deps)
        await schedule(visit + 24 * hour)
      },
    ],
    [
      'once the visit should have begun',
      async () => {
        await remindOfVisits(office.deps)
        setTime(visit + 5 * 60_000)
      },
    ],
  ])('%s is for a person to read', async (_, happen) => {
    await happen()
    await answer('C')
    expect(await replies()).toEqual([])
    expect(await replyTodos()).toHaveLength(1)
  })
})

describe('R', () => {
  test('is answered with the link to change the time', async () => {
    await remindOfVisits(office.deps)
    await answer('R')
    const [reply] = await replies()
    const { job } = await detail()
    expect(await shown(reply!.id)).toContain(`/my?change=${job.reference}`)
    expect(await replyTodos()).toEqual([])
  })

  test('when it is too late to change the time online says to call, and reaches HQ', async () => {
    await remindOfVisits(office.deps)
    setTime(visit - 3 * hour)
    await answer('R')
    const [reply] = await replies()
    expect(await shown(reply!.id)).toContain('get in touch')
    expect(await replyTodos()).toHaveLength(1)
  })

  test('of someone without an email address reaches HQ, because a code needs one', async () => {
    const other = '+13038675310'
    const texted = await office.bookOne({ customerEmail: undefined, customerPhone: '303-867-5310' })
    await scheduleJob(office.deps, texted, {
      workerId: marcus,
      start: visit + 4 * hour,
      actor: 'hq',
      tellCustomer: false,
    })
    setTime(visit - 17 * hour)
    await remindOfVisits(office.deps)
    await receiveText(office.deps, { from: other, text: 'R', id: 'SM-r', handled: false }, readReminderReply)
    expect((await replies()).map(({ data }) => data.text)).toEqual([expect.stringContaining('get in touch')])
    expect(await replyTodos()).toHaveLength(1)
  })
})

describe('the page of a reminder', () => {
  const path = () =>
    `/visit/${jobLinkToken(office.deps, 'visit link', { jobId: id, series: 0 }, office.clock.now())}`

  test('confirms only when its button is pressed', async () => {
    const asked = await office.call('GET', path())
    expect([asked.status, (await detail()).visitConfirmedAt]).toEqual([200, null])
    expect(asked.text).toContain('Does this time still work?')
    expect((await office.call('POST', path(), { raw: '' })).status).toBe(303)
    expect((await detail()).visitConfirmedAt).not.toBeNull()
    expect((await office.call('GET', path())).text).toContain('Thanks, your visit is confirmed')
  })

  test('opens with no link made for another purpose, and expires into the page of the booking', async () => {
    const forTracking = jobLinkToken(office.deps, 'track link', { jobId: id, series: 0 }, office.clock.now())
    for (const bad of [forTracking, 'x', `${path().slice(7)}A`])
      for (const method of ['GET', 'POST'] as const)
        expect((await office.call(method, `/visit/${bad}`)).status).toBe(404)
    const old = path()
    office.clock.advance(22 * 24 * hour)
    const { status, headers } = await office.call('GET', old)
    expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('/book/done/')])
  })
})
