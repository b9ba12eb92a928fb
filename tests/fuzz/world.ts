import { notInArray, sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { customers, maintenancePlans } from '../../db/schema'
import { prepared } from '../../db/store'
import { unsubscribeUrl } from '../../src/modules/customers/records'
import { hour } from '../../src/lib/clock'
import { cardUrl } from '../../src/modules/payments'
import { giveHqToken } from '../../src/modules/staff'
import { bookingToken, confirmationPath } from '../../src/tokens/booking-link'
import { jobLinkToken, type JobLinkPurpose } from '../../src/tokens/job-link'
import { signLink } from '../../src/tokens/signed-link'
import { bearer, goodCredential, type Access } from '../contract/credentials'
import { startTestApp, type TestApp } from '../support/app'
import { addFile, sha256 } from '../support/files'
import { photoOf, pngOf } from '../support/pictures'
import { paymentsSignature } from '../support/tokens'
import { addWorld, booking, denver, marcus } from '../support/world'
import { setOff } from './own-visits'

/** A small company with something in every state, whose ids requests can name. */
export interface FuzzWorld {
  test: TestApp
  /** Existing ids and other words, by what they name. */
  known: Record<string, string[]>
  /** Books, schedules and finishes a few more jobs, and looks up what exists now. */
  replenish(): Promise<void>
  /** How often that was done. */
  turns: number
  credentialOf(as: string | null): Record<string, string>
  /** Secrets no answer may contain, and values no refusal may repeat. */
  secrets: string[]
  credentials(): string[]
  /** An unused address, so no limit is in the way. */
  stranger(): string
  /** How often each table was written so far. */
  writes(): Promise<Map<string, number>>
  /** How often all of them were written, except those that count requests. */
  total(): Promise<number>
  close(): Promise<void>
}

export const email = 'jordan@example.com'

/** Tables that count and remember requests, whatever their result; on a server each commit leaves a mark. */
export const alwaysChange = ['rate_hits', 'idempotency_keys', 'lookups', 'verification_codes', 'commit_marks']

const callers: Access[] = ['hq', 'cron', 'proof', 'worker']
/** The worker whose token the callers of the worker endpoints have. */
export const ownWorker = 'worker-1'

const fuzzWrites = sqliteTable('fuzz_writes', { name: text().primaryKey(), n: integer().notNull() })
const readWrites = prepared((db) => db.select().from(fuzzWrites))
const readTotal = prepared((db) =>
  db
    .select({ n: sql<number>`sum(${fuzzWrites.n})` })
    .from(fuzzWrites)
    .where(notInArray(fuzzWrites.name, alwaysChange)),
)

export async function startFuzzWorld(): Promise<FuzzWorld> {
  // Nothing leaves this machine: webhooks go to a port where nobody listens.
  const test = await startTestApp({ WEBHOOK_PRIVATE_NETWORKS: 'loopback' })
  const { deps } = test
  await addWorld(test)
  await countWrites(test)
  placeNothing(test)
  const headers = new Map<string, Record<string, string>>()
  let strangers = 0
  const known: FuzzWorld['known'] = {}
  const world: FuzzWorld = {
    test,
    known,
    async replenish() {
      // Their tokens may have been revoked.
      for (const as of callers) headers.set(as, await goodCredential(deps, as))
      world.turns += 1
      await replenish(world)
    },
    turns: 0,
    credentialOf: (as) => headers.get(as ?? '') ?? {},
    secrets: Object.values(deps.secrets)
      .flat()
      .filter((secret) => typeof secret === 'string'),
    credentials: () =>
      [...headers.values()].map(({ authorization = '' }) => authorization.slice('Bearer '.length)),
    stranger: () => `10.${(++strangers >> 16) & 255}.${(strangers >> 8) & 255}.${strangers & 255}`,
    writes: async () => new Map((await readWrites.all(deps.store.read, {})).map(({ name, n }) => [name, n])),
    total: async () => (await readTotal.get(deps.store.read, {}))?.n ?? 0,
    async close() {
      deps.background.stop()
      await test.close()
    },
  }
  for (const as of callers) headers.set(as, await goodCredential(deps, as))
  await furnish(world)
  await world.replenish()
  return world
}

/** Geocoding the addresses of thousands of bookings would take longer than everything else. */
function placeNothing({ deps: { background } }: TestApp): void {
  const runSingle = background.runSingle.bind(background)
  background.runSingle = (name, work) => (name === 'place jobs' ? undefined : runSingle(name, work))
}

/** Lists the tables a request has written; on a server nothing else could tell. */
async function countWrites({ deps: { store } }: TestApp): Promise<void> {
  const tables = await store.read.all<{ name: string }>(
    sql`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB '__*' AND name NOT GLOB 'sqlite_*'`,
  )
  await store.write((tx) => tx.run(sql`CREATE TABLE fuzz_writes (name text PRIMARY KEY, n integer NOT NULL)`))
  // One unit per table, because a busy server takes longer for all of them than a unit may run.
  for (const { name } of tables)
    await store.write(async (tx) => {
      await tx.run(sql`INSERT INTO fuzz_writes VALUES (${name}, 0)`)
      for (const verb of ['INSERT', 'UPDATE', 'DELETE'])
        await tx.run(
          sql.raw(
            `CREATE TRIGGER fuzz_${name}_${verb} AFTER ${verb} ON "${name}" BEGIN UPDATE fuzz_writes SET n = n + 1 WHERE name = '${name}'; END`,
          ),
        )
    })
}

/** Pages that only a signed link or the demo processor opens. */
async function knownLinks({ test: { deps } }: FuzzWorld, accountId: string) {
  const [customer] = await deps.store.read.select().from(customers).limit(1)
  const until = deps.clock.now() + 24 * hour
  const setup = await deps.providers.payments.createCardSetup({
    customerId: null,
    name: 'Robin Gone',
    email: null,
    language: 'en',
    successUrl: 'http://localhost/my',
    cancelUrl: 'http://localhost/my',
    key: 'fuzz-card',
  })
  return {
    cardLink: [
      cardUrl(deps, { id: customer?.id ?? '', linkSeries: customer?.linkSeries ?? 0 }, 'link')
        .split('/')
        .at(-1),
    ],
    onboardingLink: [signLink(deps, 'onboarding link', JSON.stringify([denver, accountId]), until)],
    cardSetup: [setup.id],
    planLink: (await deps.store.read.select().from(maintenancePlans)).map(({ id }) =>
      signLink(deps, 'plan link', JSON.stringify([id, 'link']), until),
    ),
  }
}

export type Sender = (method: string, path: string, body?: unknown, as?: string) => Promise<Data>
// Answers of every shape are looked into for ids.
// oxlint-disable-next-line typescript/no-explicit-any
type Data = any

const senderOf =
  (world: FuzzWorld): Sender =>
  async (method, path, body, as = 'hq') => {
    const options = { from: world.stranger(), headers: world.credentialOf(as) }
    const answer = await world.test.call(method, path, body === undefined ? options : { ...options, body })
    if (answer.status > 299) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer.body?.data
  }

/** Records that are created once. */
async function furnish(world: FuzzWorld): Promise<void> {
  const { deps } = world.test
  const send = senderOf(world)
  const stranger = `/api/admin/workers/${marcus}`
  await send('POST', '/api/billing/recurring', { ...schedule, recurringScheduleId: 'plan-fuzz' })
  await send('POST', '/api/admin/templates', { ...booking, intervalMonths: 6, anchorDate: '2026-04-30' })
  await send('POST', '/api/maintenance-plans', plan, 'proof')
  await send('POST', '/api/admin/promos', { code: 'SPRING15', kind: 'percent', value: 15 })
  await send('POST', '/api/admin/tasks', { title: 'Call back' })
  await send('POST', `/api/admin/franchises/${denver}/splits`, {
    sharePercent: 60,
    effectiveFrom: '2026-05-01T00:00:00Z',
  })
  const off = { startsAt: '2026-03-20T15:00:00Z', endsAt: '2026-03-20T20:00:00Z' }
  const timeOff = await send('POST', `${stranger}/time-off`, off)
  const token = await send('POST', `${stranger}/tokens`, {})
  const split = await send('GET', `/api/admin/franchises/${denver}/splits`)
  const { url } = await send('POST', '/api/payments/connect/onboard', { franchiseId: denver })
  const event = JSON.stringify({ id: 'evt_fuzz', type: 'charge.updated', data: { object: { id: 'ch_1' } } })
  const signature = paymentsSignature(event, deps.secrets.webhookSecrets[0] ?? '', deps.clock.now())
  await world.test.call('POST', '/api/payments-webhook', {
    raw: event,
    headers: { 'payments-signature': signature },
  })
  await send('PATCH', `/api/admin/franchises/${denver}`, { slug: 'denver' })
  Object.assign(world.known, {
    slug: ['denver'],
    timeOff: [timeOff.id],
    token: [token.id],
    split: split.items.map(({ id }: { id: string }) => id),
    account: [url.split('/').at(-1)],
    ...(await knownLinks(world, url.split('/').at(-1) ?? '')),
    unsubscribe: [unsubscribeUrl(deps, email).split('/').at(-1)],
    email: [email, 'denver@example.com'],
    type: [booking.type],
    address: [booking.address],
    promoCode: ['SPRING15'],
    messageKey: ['booked', 'reminder'],
    timeZone: ['America/Denver', 'America/New_York'],
    textCountries: ['US', 'CA', 'MX'],
    // The usual booking's total in cents, and a part of it in dollars.
    amount: ['20619'],
    dollars: ['5'],
    card: ['4242424242424242', '4000000000000002'],
    returnUrl: ['/my', 'http://localhost/my?paid=1'],
    date: ['2026-03-03', '2026-03-09', '2026-04-30'],
    moment: ['2026-03-03T16:00:00Z', '2026-03-03T17:30:00Z', '2026-03-03T20:00:00Z'],
  })
}

const schedule = {
  customerId: 'customer-fuzz',
  customerName: 'Jordan Rivera',
  serviceType: booking.type,
  intervalMonths: 3,
  price: 189.5,
}
const plan = { serviceType: booking.type, address: booking.address, intervalMonths: 6 }

/** After a while of fuzzing the company's service may be gone, so a refusal here isn't a bug. */
async function replenish(world: FuzzWorld): Promise<void> {
  const send = senderOf(world)
  const attempt: Sender = (...request) => send(...request).catch(() => null)
  const book = async (changes: object = {}): Promise<string> =>
    (await send('POST', '/api/jobs/create', { ...booking, ...changes }, 'public')).job.id
  const { turns } = world
  const paymentId = `pi_fuzz_${turns}`
  await book({ paymentId, paymentStatus: 'charged' })
  const paid = await book()
  const gone = await book({ customerEmail: `gone-${turns}@example.com`, customerName: 'Robin Gone' })
  await attempt('POST', `/api/admin/jobs/${gone}/cancel`, {})
  const [open, planned, done] = [await book(), await book(), await book()]
  const start = world.test.deps.clock.now() + turns * hour
  const visit = { start: new Date(start).toISOString(), end: new Date(start + hour / 2).toISOString() }
  await attempt('PATCH', `/api/admin/workers/${ownWorker}`, { active: true })
  await attempt('POST', `/api/admin/jobs/${planned}/schedule`, { ...visit, workerId: ownWorker })
  await attempt('POST', `/api/admin/jobs/${done}/schedule`, visit)
  for (const to of ['en_route', 'in_progress', 'completed'])
    await attempt('POST', `/api/admin/jobs/${done}/move`, { to })
  const justMoved = await book()
  await attempt('POST', `/api/admin/jobs/${justMoved}/schedule`, { ...visit, undoable: true })
  world.known.justMoved = [justMoved]
  const { invoice } = await send('POST', '/api/invoices/generate', { jobId: open })
  await attempt('POST', '/api/invoices/send', { invoiceId: invoice.id, method: 'sms' })
  await attempt('POST', '/api/invoices/generate', { jobId: paid })
  const checkout = async (jobId: string) => {
    const { job } = await send('GET', `/api/admin/jobs/${jobId}`)
    const order = { jobId, amount: Math.round(job.total * 100) }
    return (await attempt('POST', '/api/payments/checkout', order, 'public'))?.sessionId ?? 'none'
  }
  const pay = { raw: 'card=4242424242424242', from: world.stranger() }
  await world.test.call('POST', `/demo/checkout/${await checkout(paid)}`, pay)
  const { invoiceData } = await send('GET', `/api/admin/invoices/${invoice.id}`)
  const { session = [] } = world.known
  world.known.payment = [paymentId, 'pi_unknown']
  world.known.paid = [paid, ...(world.known.paid ?? [])].slice(0, 5)
  world.known.session = [await checkout(planned), ...session].slice(0, 5)
  const given = await giveHqToken(world.test.deps, 'fuzz', hour, 'fuzz')
  const revoked = await giveHqToken(world.test.deps, 'fuzz', hour, 'fuzz')
  world.known.code = [given.link.split('=').at(-1) ?? 'none']
  world.known.hqToken = [revoked.token]
  world.known.hqTokenId = [revoked.id]
  const key = await send('POST', '/api/admin/api-keys', { name: 'Fuzz', role: 'dispatcher' })
  world.known.apiKey = [key.id]
  const sam = { email: `staff-${turns}@example.com`, name: 'Sam Okafor', role: 'dispatcher' }
  const { link } = await send('POST', '/api/admin/staff', sam)
  await send('POST', '/api/admin/staff', { ...sam, email: `owner-${turns}@example.com`, role: 'owner' })
  const signedIn = await send('POST', '/api/sign-in', { code: link.split('=').at(-1) }, 'public')
  world.known.renewal = [signedIn.renewal]
  await attempt('PATCH', `/api/admin/workers/${marcus}`, { active: true })
  const calendar = await attempt('POST', `/api/admin/workers/${marcus}/calendar`)
  world.known.calendar = [calendar?.id ?? 'none']
  world.known.calendarFile = [calendar?.url.split('/').at(-1) ?? 'none']
  const hooks = '/api/admin/webhook-subscriptions'
  const hook = await attempt('POST', hooks, { url: 'http://127.0.0.1:65535/', types: ['customer.erased'] })
  const { items } = await send('GET', `${hooks}?limit=3`)
  const ids: string[] = items.map(({ id }: { id: string }) => id)
  world.known.webhook = ids
  if (hook !== null) await attempt('POST', `${hooks}/${hook.id}/test`)
  const sent = await attempt('GET', `${hooks}/${ids[0]}/deliveries?limit=3`)
  world.known.delivery = (sent?.items ?? []).map(({ id }: { id: string }) => id)
  world.known.lowPriced = [await book({ price: 1 }), ...(world.known.lowPriced ?? [])].slice(0, 3)
  world.known.booked = [open, paid, planned].map((id) =>
    bookingToken(world.test.deps, { jobId: id, series: 0 }),
  )
  const until = world.test.deps.clock.now() + 24 * hour
  const linkFor = (purpose: JobLinkPurpose, jobId: string) => [
    jobLinkToken(world.test.deps, purpose, { jobId, series: 0 }, world.test.clock.now()),
  ]
  world.known.visitLink = linkFor('visit link', open)
  world.known.trackLink = linkFor('track link', open)
  world.known.ratingLink = linkFor('rating link', open)
  world.known.confirmLink = [
    confirmationPath(world.test.deps, { jobId: open, series: 0 }, until).split('/').at(-1) ?? 'none',
  ]
  world.known.invoiceLink = [invoiceData.payUrl?.split('/').at(-1) ?? 'none']
  const halfPaid = await book()
  const cash = { amount: 20, method: 'cash' }
  const recorded = await attempt('POST', `/api/admin/jobs/${halfPaid}/payments`, cash)
  world.known.recorded = [recorded?.payments[0].id ?? 'none']
  const givenBack = await book()
  await attempt('POST', `/api/admin/jobs/${givenBack}/payments`, cash)
  await attempt('POST', `/api/admin/jobs/${givenBack}/cancel`, {})
  const owed = await send('GET', '/api/admin/tasks?kind=refund.give-back&limit=3')
  world.known.refund = owed.items.map(({ subject }: { subject: string }) => subject)
  const living = (await send('GET', `/api/admin/jobs/${open}`)).job.customerId
  const note = await attempt('POST', `/api/admin/customers/${living}/notes`, { text: 'Call first' })
  world.known.customerNote = [note?.id ?? 'none']
  world.known.livingThere = [living]
  await photograph(world, planned)
  await setOff(world, { attempt, book })
  for (const run of [false, true, false, false]) await upload(world, attempt, run)
  await lookUp(world, send)
}

/** A photo of a job of every caller's, and another one that waits to be added. */
async function photograph(world: FuzzWorld, jobId: string): Promise<void> {
  const sendAs =
    (as: string): Parameters<typeof addFile>[0] =>
    (method, path, sent) =>
      world.test.call(method, path, { from: world.stranger(), headers: world.credentialOf(as), ...sent })
  const photo = photoOf(40, 30, { seed: jobId })
  const about = { kind: 'before', thumbnail: pngOf(8, 8) }
  const added = await addFile(sendAs('hq'), `/api/admin/jobs/${jobId}`, photo, about)
  const waiting = photoOf(40, 30, { seed: 'waiting' })
  for (const [as, place] of [
    ['hq', 'admin'],
    ['worker', 'work'],
  ] as const)
    await sendAs(as)('PUT', `/api/${place}/jobs/${jobId}/uploads/${sha256(waiting)}`, { raw: waiting })
  const other = await addFile(
    sendAs('hq'),
    `/api/admin/jobs/${jobId}`,
    photoOf(30, 40, { seed: jobId }),
    about,
  )
  world.known.file = [added.body.data?.id ?? 'none']
  world.known.changingFile = [other.body.data?.id ?? 'none']
  world.known.photographed = [jobId]
  world.known.photoHash = [sha256(waiting)]
}

/** A file that waits to be imported, or that was imported and can be undone. */
async function upload(world: FuzzWorld, attempt: Sender, run: boolean): Promise<void> {
  const { test } = world
  const raw = `Name,Email\nPat,pat-${world.turns}-${Math.floor(performance.now())}@example.com\n`
  const sent = { raw, from: world.stranger(), headers: world.credentialOf('hq') }
  const { body } = await test.call('POST', '/api/admin/imports?kind=customers', sent)
  await test.deps.background.idle()
  if (run) await attempt('POST', `/api/admin/imports/${(body as { data: { id: string } }).data.id}/run`)
  await test.deps.background.idle()
}

/** The console's lists, by what their ids name. */
const lists = {
  job: 'jobs',
  invoice: 'invoices',
  customer: 'customers',
  franchise: 'franchises',
  worker: 'workers',
  service: 'services',
  template: 'templates',
  plan: 'plans',
  promo: 'promos',
  person: 'staff',
  todo: 'tasks',
  schedule: 'schedules',
  message: 'outbox',
  event: 'webhooks',
  import: 'imports',
  transfer: 'transfers',
}

async function lookUp(world: FuzzWorld, send: Sender): Promise<void> {
  for (const [name, path] of Object.entries(lists)) {
    const { items } = await send('GET', `/api/admin/${path}?limit=12`)
    world.known[name] = items.map(({ id }: { id: string }) => id)
  }
  const { lines } = await send('GET', '/api/admin/today')
  world.known.line = lines.map(({ key }: { key: string }) => key)
}

export { bearer }
