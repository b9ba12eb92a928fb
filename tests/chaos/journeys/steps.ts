import { eq } from 'drizzle-orm'
import { demoEvents, jobs } from '../../../db/schema'
import { hour, minute } from '../../../src/lib/clock'
import { lapseUnconfirmed } from '../../../src/modules/jobs/lapse'
import type { Answer } from '../../support/app'
import type { JobRow, MoneyTest } from '../../support/money'
import type { Random } from '../money/random'

/** A customer on their way through booking, paying and changing their mind. */
export interface Person {
  name: string
  email: string
  address: string
  slot: string
  /** Checkouts they opened and can still pay at. */
  checkouts: { path: string; session: string }[]
  planId: string | null
}

export interface Journey {
  service: MoneyTest
  random: Random
  person: Person
  /** Checkouts at which somebody entered a card that works. */
  agreed: Set<string>
}

/** Null if this person has nothing to do there. */
type Step = (journey: Journey) => Promise<Answer | 'done' | null>

const windows = ['08:00-10:00', '10:00-12:00', '12:00-14:00', '14:00-16:00']

/** A working day of the next nine, and a window on it. */
function slotOf({ service, random }: Journey): string {
  const ahead = random.between(1, 9)
  const day = new Date(service.clock.now() + ahead * 24 * hour)
  const weekend = [1, 0, 0, 0, 0, 0, 2][day.getUTCDay()] ?? 0
  const date = new Date(day.getTime() + weekend * 24 * hour).toISOString().slice(0, 10)
  return `${date}|${random.pick(windows)}`
}

const formOf = ({ person: { name, email, address, slot } }: Journey) => ({
  address,
  service: 'service-cleaning',
  length: '400',
  stories: '1',
  slot,
  from: slot.split('|')[0] ?? '',
  name,
  email,
  key: email,
})

const post = ({ service }: Journey, path: string, fields: Record<string, string>) =>
  service.open('POST', path, { raw: new URLSearchParams(fields) })

/** Their own booking; any of them, whatever became of it. */
async function bookingOf({ service, random, person }: Journey): Promise<JobRow | null> {
  const own = await service.deps.store.read.select().from(jobs).where(eq(jobs.customerEmail, person.email))
  return own.length === 0 ? null : random.pick(own)
}

const asCustomer = async (
  { service, person }: Journey,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> => {
  const token = await service.deps.tokens.proof.issue(person.email)
  return service.open(method, path, { token, ...(body ? { body } : {}) })
}

const hold: Step = (journey) => {
  journey.person.slot = slotOf(journey)
  return post(journey, '/book', { ...formOf(journey), go: 'contact' })
}

const bookOnPage: Step = async (journey) => {
  if (journey.person.slot === '' || journey.random.chance(0.3)) journey.person.slot = slotOf(journey)
  return post(journey, '/book/confirm', formOf(journey))
}

const bookByApi: Step = async (journey) => {
  const { person, service } = journey
  const [preferredDate, preferredTime] = slotOf(journey).split('|')
  const { name: customerName, email: customerEmail, address } = person
  const who = { customerName, customerEmail, address }
  const body = { ...who, type: 'Gutter cleaning', price: 189, gutterLength: 400, stories: 1 }
  return service.open('POST', '/api/jobs/create', { body: { ...body, preferredDate, preferredTime } })
}

const openCheckout: Step = async (journey) => {
  const job = await bookingOf(journey)
  if (!job || job.totalCents <= job.paidCents) return null
  const body = { amount: job.totalCents - job.paidCents, jobId: job.id }
  const answer = await journey.service.open('POST', '/api/payments/checkout', { body })
  const { url, sessionId } = answer.body?.data ?? {}
  if (answer.status === 200)
    journey.person.checkouts.push({ path: new URL(url).pathname, session: sessionId })
  return answer
}

/** Perhaps long after they opened it, for a booking that is canceled by now. */
const pay: Step = async (journey) => {
  const { person, random, agreed } = journey
  if (person.checkouts.length === 0) return null
  const checkout = random.pick(person.checkouts)
  const works = random.chance(0.8)
  if (works) agreed.add(checkout.session)
  return post(journey, checkout.path, { card: works ? '4242424242424242' : '4000000000000002' })
}

const confirm: Step = async (journey) => {
  const job = await bookingOf(journey)
  return job && journey.service.hq('POST', `/api/admin/jobs/${job.id}/confirm`)
}

const move: Step = async (journey) => {
  const job = await bookingOf(journey)
  if (!job) return null
  const times = await asCustomer(journey, 'GET', `/api/account/jobs/${job.id}/times`)
  const offered = times.body?.data?.windows ?? []
  if (offered.length === 0) return times
  const { date, window } = journey.random.pick<{ date: string; window: string }>(offered)
  return asCustomer(journey, 'POST', `/api/account/jobs/${job.id}/move`, { date, window })
}

const cancel: Step = async (journey) => {
  const job = await bookingOf(journey)
  return job && journey.service.open('POST', '/api/customer/cancel', { body: { jobId: job.id } })
}

const askForPlan: Step = async (journey) => {
  const { name, address } = journey.person
  const intervalWeeks = journey.random.pick([null, 1, 2])
  const body = { name, address, serviceType: 'Gutter cleaning', intervalMonths: 1, intervalWeeks }
  const answer = await asCustomer(journey, 'POST', '/api/maintenance-plans', body)
  journey.person.planId = answer.body?.data?.plan?.id ?? journey.person.planId
  return answer
}

const offerPlan: Step = async ({ service, random, person }) => {
  if (person.planId === null) return null
  return service.hq('PATCH', `/api/admin/plans/${person.planId}`, { price: random.between(50, 300) })
}

const acceptPlan: Step = async (journey) => {
  const account = await asCustomer(journey, 'GET', '/api/account')
  const plans: { offerPath: string | null }[] = account.body?.data?.plans ?? []
  const path = plans.find(({ offerPath }) => offerPath !== null)?.offerPath
  if (!path) return null
  const { text } = await journey.service.open('GET', path)
  const words = /name="consent" value="([^"]+)"/.exec(text)?.[1]
  return words === undefined ? null : post(journey, path, { consent: words.replaceAll('&amp;', '&') })
}

const makeRecurring: Step = ({ service }) =>
  service.open('GET', '/api/cron/recurring-jobs', { token: service.deps.secrets.cronSecret })

/** The processor repeats an old event, in any order. */
const repeatEvent: Step = async ({ service, random }) => {
  const events = await service.deps.store.read.select().from(demoEvents)
  if (events.length === 0) return null
  const { id, type, payload } = random.pick(events)
  return service.event(type, JSON.parse(payload).data.object, random.chance(0.5) ? id : undefined)
}

const dispatch: Step = ({ service }) => service.hq('POST', '/api/admin/dispatch/run', {})

const passTime: Step = async ({ service, random }) => {
  service.clock.advance(random.pick([5, 11, 60, 240]) * minute)
  await lapseUnconfirmed(service.deps)
  return 'done'
}

const passADay: Step = async ({ service }) => {
  service.clock.advance(24 * hour)
  await lapseUnconfirmed(service.deps)
  return 'done'
}

/** Every step, as often as it should come up. */
const weights: [Step, number][] = [
  [hold, 5],
  [bookOnPage, 6],
  [bookByApi, 3],
  [openCheckout, 7],
  [pay, 7],
  [confirm, 2],
  [move, 3],
  [cancel, 4],
  [askForPlan, 2],
  [offerPlan, 2],
  [acceptPlan, 2],
  [makeRecurring, 1],
  [repeatEvent, 3],
  [dispatch, 1],
  [passTime, 3],
  [passADay, 0.3],
]

/** The step of the first person, in any order, who has something to do there. */
export async function takeStep(step: Step, people: Person[], journey: Omit<Journey, 'person'>) {
  for (const person of journey.random.shuffle(people)) {
    const answer = await step({ ...journey, person })
    if (answer !== null) return answer
  }
  return null
}

export function nextStep(random: Random): Step {
  let left = random.next() * weights.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [step, weight] of weights) if ((left -= weight) < 0) return step
  return hold
}
