import {
  attachments,
  billingCharges,
  billingSchedules,
  calendarFeeds,
  campaigns,
  customerAddresses,
  customerNotes,
  customers,
  customerTags,
  franchises,
  franchiseSplits,
  franchiseZips,
  hqTasks,
  inboundMessages,
  invoices,
  jobAnswers,
  jobEvents,
  jobNotes,
  jobs,
  jobTemplates,
  ledgerTransactions,
  maintenancePlans,
  outbox,
  payments,
  promoCodes,
  refunds,
  savedCards,
  serviceTypes,
  transfers,
  undeliverable,
  workers,
  workerShifts,
  workerLocations,
  workerTimeOff,
  workerTokens,
} from '../../db/schema'
import type { Tx } from '../../db/store'
import { contentPath } from '../../src/modules/files/disk'
import type { TestApp } from './app'
import { photoOf } from './pictures'

/** Two franchises with the same rows. Every id, name and text of one contains its mark. */
export type Mark = 'northmark' | 'southmark'

/** The jobs of a franchise. Their ids are UUIDs, so each franchise's begin in their own way. */
const jobNames = ['job', 'paid-job', 'open-job', 'cancel-job', 'shared-job', 'visit-job'] as const
const jobPrefixes: Record<Mark, string> = { northmark: '0a0a0a0a', southmark: '5d5d5d5d' }

/** The id of a franchise's row: a job, or anything else by its name. */
export function idOf(mark: Mark, what: string): string {
  const place = (jobNames as readonly string[]).indexOf(what)
  return place === -1 ? `${mark}-${what}` : `${jobPrefixes[mark]}-0000-4000-8000-00000000000${place}`
}

/** Where a text shows something of the second franchise. */
export const signOfSouth = new RegExp(`southmark|${jobPrefixes.southmark}`, 'i')

const day = 86_400_000

export async function addTwoFranchises({ deps }: TestApp): Promise<void> {
  const now = deps.clock.now()
  const stamps = { createdAt: now, updatedAt: now }
  await deps.store.write(async (tx) => {
    await tx.insert(serviceTypes).values({
      id: 'service-cleaning',
      label: 'Gutter cleaning',
      baseMinutes: 60,
      listPriceCents: 10_000,
      ...stamps,
    })
    await addFranchise(tx, 'northmark', now, '80202')
    await addFranchise(tx, 'southmark', now, '30303')
  })
  for (const mark of ['northmark', 'southmark'])
    await Bun.write(contentPath(deps, `${mark}-hash`), photoOf(4, 3))
}

async function addFranchise(tx: Tx, mark: Mark, now: number, zip: string): Promise<void> {
  const id = (what: string) => idOf(mark, what)
  const stamps = { createdAt: now, updatedAt: now }
  const franchiseId = id('franchise')
  const customerId = id('customer')
  const person = {
    customerName: `Jordan ${mark}`,
    customerEmail: `jordan@${mark}.example`,
    customerPhone: mark === 'northmark' ? '+13035550142' : '+14045550142',
  }
  const address = `12 ${mark} St, ${zip}`
  const type = 'Gutter cleaning'
  await tx.insert(franchises).values({
    id: franchiseId,
    name: `Gutters ${mark}`,
    email: `office@${mark}.example`,
    timeZone: 'America/Denver',
    ...stamps,
  })
  await tx.insert(franchiseZips).values({ zip, franchiseId })
  const split = { franchiseId, shareBasisPoints: 7000, effectiveFrom: 0, createdAt: now }
  await tx.insert(franchiseSplits).values({ id: id('split'), ...split })
  await tx.insert(promoCodes).values({
    id: id('promo'),
    code: mark.toUpperCase(),
    kind: 'percent',
    value: 1000,
    franchiseId,
    ...stamps,
  })

  const workerId = id('worker')
  await tx.insert(workers).values({ id: workerId, name: `Sam ${mark}`, franchiseId, ...stamps })
  for (let weekday = 1; weekday <= 7; weekday++)
    await tx
      .insert(workerShifts)
      .values({ id: id(`shift-${weekday}`), workerId, weekday, startMinute: 480, endMinute: 1020 })
  const off = { startsAt: now + 20 * day, endsAt: now + 21 * day, reason: `Away ${mark}`, createdAt: now }
  await tx
    .insert(workerLocations)
    .values({ workerId, lat: 39.7, lng: -104.9, recordedAt: now, reliable: true })
  await tx.insert(workerTimeOff).values({ id: id('time-off'), workerId, ...off })
  const token = { workerId, issuedAt: now, expiresAt: now + day }
  await tx.insert(workerTokens).values({ id: id('worker-token'), ...token })
  const feed = { createdBy: mark, createdAt: now }
  await tx.insert(calendarFeeds).values({ id: id('feed'), tokenHash: id('hash'), franchiseId, ...feed })
  await tx.insert(calendarFeeds).values({ id: id('worker-feed'), tokenHash: id('hash-2'), workerId, ...feed })

  const { customerName: name, customerEmail: email, customerPhone: phone } = person
  await tx.insert(customers).values({ id: customerId, name, email, phone, ...stamps })
  await tx
    .insert(undeliverable)
    .values({ channel: 'email', address: email, reason: `Bounced ${mark}`, at: now })
  const note = { franchiseId, author: mark, text: `Gate ${mark}`, createdAt: now }
  await tx.insert(customerNotes).values({ id: id('note'), customerId, ...note })
  await tx.insert(customerTags).values({ customerId, franchiseId, key: `vip ${mark}`, tag: `VIP ${mark}` })
  const saved = { key: `9 ${mark} st`, address: `9 ${mark} St`, savedAt: now }
  await tx.insert(customerAddresses).values({ customerId, franchiseId, ...saved })
  const text = { sender: phone, customerId, franchiseId, text: `Late? ${mark}`, receivedAt: now }
  await tx.insert(inboundMessages).values({ id: id('text'), ...text })
  const card = { customerId, paymentsCustomerId: id('cus'), state: 'active' as const, brand: 'visa' }
  await tx
    .insert(savedCards)
    .values({ id: id('card'), ...card, last4: '4242', expMonth: 1, expYear: 2030, ...stamps })

  const amounts = { priceCents: 10_000, totalCents: 10_000 }
  const job = { customerId, ...person, address, zip, type, franchiseId, ...amounts, ...stamps }
  const place = { placeState: 'placed' as const, lat: 39.75, lng: -104.99 }
  const visit = {
    scheduledStart: now - day,
    scheduledEnd: now - day + 3_600_000,
    busyUntil: now - day + 3_600_000,
  }
  const done = { status: 'completed' as const, completedAt: now - day, workerId, revision: 1, ...visit }
  await tx
    .insert(jobs)
    .values({ id: id('paid-job'), reference: null, ...job, ...place, ...done, paymentState: 'paid' })
  for (const what of ['job', 'open-job', 'cancel-job'])
    await tx.insert(jobs).values({ id: id(what), ...job, ...place })
  const times = {
    scheduledStart: now + 3 * day,
    scheduledEnd: now + 3 * day + 1,
    busyUntil: now + 3 * day + 1,
  }
  await tx.insert(jobs).values({ id: id('visit-job'), ...job, ...place, ...times, status: 'scheduled' })
  for (const jobId of [id('job'), id('paid-job')]) {
    await tx
      .insert(jobNotes)
      .values({ id: `${jobId}-note`, jobId, author: mark, text: `Call ${mark}`, createdAt: now })
    const change = { before: {}, after: {}, kind: 'corrected', actor: `hq:${mark}` }
    await tx.insert(jobEvents).values({ jobId, at: now, ...change })
  }

  const file = { kind: 'photo', type: 'image/jpeg', bytes: 1, width: 4, height: 3, shown: true } as const
  const hash = `${mark}-hash`
  const sent = { hash, sentHash: hash, thumbnailHash: hash, author: mark, uploadedBy: mark, createdAt: now }
  await tx
    .insert(attachments)
    .values({ id: id('file'), jobId: id('job'), name: `Roof ${mark}`, ...file, ...sent })

  const answer = { itemId: 'ladder', label: `Ladder ${mark}`, kind: 'check', value: true } as const
  await tx
    .insert(jobAnswers)
    .values({ jobId: id('job'), ...answer, answeredBy: `worker:${workerId}`, answeredAt: now })

  const paymentId = id('payment')
  const captured = { amountCents: 10_000, capturedCents: 10_000, feeCents: 300, franchiseCents: 7_000 }
  await tx.insert(payments).values({
    id: paymentId,
    jobId: id('paid-job'),
    kind: 'payment',
    status: 'succeeded',
    pays: true,
    franchiseId,
    paidAt: now,
    ...captured,
    ...stamps,
  })
  const refund = { paymentId, jobId: id('paid-job'), cents: 500, cause: 'hq' as const, actor: mark }
  await tx.insert(refunds).values({ id: id('refund'), ...refund, reason: mark, state: 'refused', ...stamps })
  const transfer = { paymentId, franchiseId, jobId: id('paid-job'), cents: 7_000, state: 'pending' as const }
  await tx.insert(transfers).values({ id: id('transfer'), ...transfer, ...stamps })
  const booked = { jobId: id('paid-job'), franchiseId, at: now, memo: mark }
  await tx.insert(ledgerTransactions).values({
    about: id('booked'),
    kind: 'payment',
    ...booked,
    lines: [
      ['processor_cash', 10_000],
      ['franchise_payable', -7_000],
      ['revenue_hq', -3_000],
    ],
  })
  await tx.insert(ledgerTransactions).values({
    about: id('paid-out'),
    kind: 'transfer',
    ...booked,
    lines: [
      ['franchise_payable', 1_000],
      ['processor_cash', -1_000],
    ],
  })

  const recurring = { customerId, ...person, address, priceCents: 10_000, intervalMonths: 6 }
  const dates = { anchorDate: '2026-04-01', nextDate: '2026-04-01' }
  await tx
    .insert(jobTemplates)
    .values({ id: id('template'), ...recurring, type, franchiseId, ...dates, ...stamps })
  const { priceCents: _, ...asked } = recurring
  const planOf = { serviceType: type, ...asked, ...stamps }
  await tx.insert(maintenancePlans).values({ id: id('plan'), ...planOf, templateId: id('template') })
  await tx.insert(maintenancePlans).values({ id: id('asked-plan'), ...planOf })
  await tx.insert(billingSchedules).values({
    id: id('schedule'),
    recurringScheduleId: id('recurring'),
    franchiseId,
    customerId,
    customerName: name,
    customerEmail: email,
    serviceType: type,
    intervalMonths: 6,
    priceCents: 10_000,
    anchorDate: '2026-04-01',
    nextBillingDate: '2026-04-01',
    ...stamps,
  })
  const content = {
    seller: { name: `Gutters ${mark}`, email: null, phone: null, color: '#1f6f54' },
    customer: { name, email, phone, address },
    serviceDate: '2026-03-01',
    period: null,
    lines: [{ kind: 'service' as const, label: `Cleaning ${mark}`, amountCents: 10_000 }],
    subtotalCents: 10_000,
    taxBasisPoints: 0,
    taxCents: 0,
    totalCents: 10_000,
    creditsNumber: null,
  }
  const invoice = { franchiseId, customerName: name, customerEmail: email, taxCents: 0, totalCents: 10_000 }
  await tx
    .insert(invoices)
    .values({ id: id('invoice'), jobId: id('paid-job'), ...invoice, content, ...stamps })
  const billed = { scheduleId: id('schedule'), period: '2025-10-01' }
  await tx
    .insert(invoices)
    .values({ id: id('billed-invoice'), jobId: id('open-job'), ...invoice, ...billed, content, ...stamps })
  const charge = { attempt: 1, invoiceId: id('billed-invoice'), jobId: id('open-job'), dueAt: now }
  await tx
    .insert(billingCharges)
    .values({ id: id('charge'), ...billed, ...charge, state: 'refused', refusal: mark, ...stamps })

  const todo = { title: `Call ${mark}`, detail: mark, franchiseId, createdAt: now }
  await tx.insert(hqTasks).values({ id: id('todo'), kind: 'office.manual', subject: id('todo'), ...todo })
  await tx.insert(campaigns).values({
    id: id('campaign'),
    fingerprint: mark,
    type: 'email',
    audience: 'all',
    franchiseId,
    template: `Hello from ${mark}`,
    createdBy: mark,
    createdAt: now,
    queuedAt: now,
  })
  const message = { channel: 'email' as const, recipient: email, franchiseId, state: 'sent' as const }
  await tx.insert(outbox).values({
    id: id('message'),
    about: id('about'),
    template: 'campaign',
    data: { name, email },
    campaignId: id('campaign'),
    ...message,
    dueAt: now,
    createdAt: now,
  })
}
