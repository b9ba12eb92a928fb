import { undeliverable } from '../../db/schema'
import { PaymentRefused } from '../../src/providers/payments/refused'
import { startMoneyTest, type MoneyTest } from './money'
import { addFile, sha256 } from './files'
import { photoOf } from './pictures'
import { addWorld, booking, denver, marcus, sofia } from './world'

/** A company in which HQ can make every change once. */
export interface Office extends MoneyTest {
  /** Sends it as HQ, and fails unless it succeeds. */
  // Answers of every shape are looked into for ids.
  // oxlint-disable-next-line typescript/no-explicit-any
  done(method: string, path: string, body?: unknown): Promise<any>
}

export async function startOffice(): Promise<Office> {
  const money = await startMoneyTest({ WEBHOOK_PRIVATE_NETWORKS: 'loopback' })
  await addWorld(money)
  return {
    ...money,
    async done(method, path, body) {
      const answer = await money.hq(method, path, body)
      if (answer.status > 299) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
      return answer.body.data
    },
  }
}

/** The path and the body of a request that changes something. */
export type Change = [path: string, body?: unknown, raw?: BodyInit]

const visit = { start: '2026-03-03T16:00:00Z', end: '2026-03-03T17:00:00Z', workerId: marcus }
const template = { ...booking, intervalMonths: 6, anchorDate: '2026-04-30' }

let made = 0
const job = async (office: Office, fields: object = {}) =>
  (await office.job({ ...booking, customerEmail: `customer-${++made}@example.com`, ...fields })).id
const customer = async (office: Office) => (await office.readJob(await job(office))).customerId
export const id = async (office: Office, path: string, body: unknown): Promise<string> =>
  (await office.done('POST', path, body)).id
const scheduled = async (office: Office, day: string, tellCustomer = true) => {
  const planned = await job(office)
  const times = { start: `2026-03-${day}T16:00:00Z`, end: `2026-03-${day}T17:00:00Z` }
  await office.done('POST', `/api/admin/jobs/${planned}/schedule`, {
    ...times,
    workerId: sofia,
    tellCustomer,
  })
  return planned
}
const invoice = async (office: Office): Promise<string> =>
  (await office.done('POST', '/api/invoices/generate', { jobId: await job(office) })).invoice.id
const recorded = async (office: Office, paid: string): Promise<string> =>
  (await office.done('POST', `/api/admin/jobs/${paid}/payments`, { amount: 40, method: 'cash' })).payments[0]
    .id
const schedule = (recurringScheduleId: string) => ({
  recurringScheduleId,
  customerId: 'customer-1',
  customerName: 'Jordan Rivera',
  serviceType: booking.type,
  intervalMonths: 3,
  price: 189.5,
})

const refusedTransfer = async (office: Office): Promise<string> => {
  const franchiseId = await office.franchise({ share: 80, onboarded: true })
  const paid = await office.job({ price: 100, franchiseId })
  office.break({
    transfer: async () => {
      throw new PaymentRefused('no-funds')
    },
  })
  await office.pay(paid.id)
  office.mend()
  return (await office.transfersOf(paid.id))[0]!.id
}

const plan = async (office: Office): Promise<string> => {
  const token = await office.deps.tokens.proof.issue('plan@example.com')
  const body = { serviceType: booking.type, address: booking.address, intervalMonths: 6, name: 'Jo' }
  return (await office.open('POST', '/api/maintenance-plans', { token, body })).body.data.plan.id
}

/** A photo that was uploaded and waits to be added. */
const uploaded = async (office: Office, jobId: string): Promise<string> => {
  const photo = photoOf(40, 30)
  const path = `/api/admin/jobs/${jobId}/uploads/${sha256(photo)}`
  await office.call('PUT', path, { token: await office.hqToken(), raw: photo })
  return sha256(photo)
}

const photo = async (office: Office): Promise<string> => {
  const token = await office.hqToken()
  const send: Parameters<typeof addFile>[0] = (method, path, sent) =>
    office.call(method, path, { token, ...sent })
  return (await addFile(send, `/api/admin/jobs/${await job(office)}`, photoOf(40, 30))).body.data.id
}

/** Prepares what each change of HQ needs, and says how to ask for it. */
export const changes: Record<string, (office: Office) => Promise<Change>> = {
  'POST /api/admin/jobs': async () => ['/api/admin/jobs', booking],
  'PATCH /api/admin/jobs/:id': async (office) => [`/api/admin/jobs/${await job(office)}`, { priority: 3 }],
  'POST /api/admin/jobs/:id/schedule': async (office) => [
    `/api/admin/jobs/${await job(office)}/schedule`,
    visit,
  ],
  'POST /api/admin/jobs/:id/undo': async (office) => {
    const moved = await scheduled(office, '06', false)
    return [`/api/admin/jobs/${moved}/undo`, { revision: (await office.readJob(moved)).revision }]
  },
  'POST /api/admin/jobs/:id/offer': async (office) => [`/api/admin/jobs/${await job(office)}/offer`, {}],
  'POST /api/admin/jobs/:id/notify': async (office) => {
    const moved = await scheduled(office, '07', false)
    const { revision } = await office.readJob(moved)
    return [`/api/admin/jobs/${moved}/notify`, { revision, tellCustomer: true }]
  },
  'POST /api/admin/jobs/:id/assign': async (office) => [
    `/api/admin/jobs/${await scheduled(office, '04')}/assign`,
    { workerId: marcus },
  ],
  'POST /api/admin/jobs/:id/accept-price': async (office) => [
    `/api/admin/jobs/${await job(office, { price: 1 })}/accept-price`,
  ],
  'POST /api/admin/jobs/:id/confirm': async (office) => [`/api/admin/jobs/${await job(office)}/confirm`],
  'POST /api/admin/jobs/:id/notes': async (office) => [
    `/api/admin/jobs/${await job(office)}/notes`,
    { text: 'Gate code 12' },
  ],
  'POST /api/admin/jobs/:id/files': async (office) => {
    const photographed = await job(office)
    const hash = await uploaded(office, photographed)
    return [`/api/admin/jobs/${photographed}/files`, { hash, name: 'Jordan Rivera.jpg' }]
  },
  'PATCH /api/admin/files/:id': async (office) => [
    `/api/admin/files/${await photo(office)}`,
    { kind: 'after' },
  ],
  'POST /api/admin/jobs/:id/move': async (office) => [
    `/api/admin/jobs/${await scheduled(office, '05')}/move`,
    { to: 'en_route' },
  ],
  'POST /api/admin/jobs/:id/reprice': async (office) => [
    `/api/admin/jobs/${await job(office)}/reprice`,
    { price: 220 },
  ],
  'POST /api/admin/jobs/:id/cancel': async (office) => [`/api/admin/jobs/${await job(office)}/cancel`, {}],
  'POST /api/admin/jobs/:id/refund': async (office) => {
    const paid = await job(office)
    await office.pay(paid)
    return [`/api/admin/jobs/${paid}/refund`, { amount: 40 }]
  },
  'POST /api/admin/jobs/:id/payments': async (office) => [
    `/api/admin/jobs/${await job(office)}/payments`,
    { amount: 40, method: 'cash' },
  ],
  'POST /api/admin/invoices/:id/payments': async (office) => [
    `/api/admin/invoices/${await invoice(office)}/payments`,
    { amount: 40, method: 'check' },
  ],
  'POST /api/admin/payments/:id/undo': async (office) => [
    `/api/admin/payments/${await recorded(office, await job(office))}/undo`,
    { reason: 'The check bounced' },
  ],
  'POST /api/admin/refunds/:id/given': async (office) => {
    const canceled = await job(office)
    await recorded(office, canceled)
    await office.done('POST', `/api/admin/jobs/${canceled}/cancel`, {})
    const { items } = await office.done('GET', '/api/admin/tasks?kind=refund.give-back')
    return [`/api/admin/refunds/${items[0].subject}/given`, { method: 'cash' }]
  },
  'POST /api/admin/dispatch/run': async (office) => {
    await job(office)
    return ['/api/admin/dispatch/run', {}]
  },
  'PATCH /api/admin/customers/:id': async (office) => [
    `/api/admin/customers/${await customer(office)}`,
    { language: 'es' },
  ],
  'POST /api/admin/customers/:id/card-link': async (office) => [
    `/api/admin/customers/${await customer(office)}/card-link`,
  ],
  'POST /api/admin/customers/:id/end-links': async (office) => [
    `/api/admin/customers/${await customer(office)}/end-links`,
  ],
  'POST /api/admin/customers/:id/retry-address': async (office) => {
    const booked = await office.readJob(await job(office))
    const address = booked.customerEmail!
    await office.deps.store.write((tx) =>
      tx.insert(undeliverable).values({ channel: 'email', address, reason: 'bounced', at: 0 } as never),
    )
    return [`/api/admin/customers/${booked.customerId}/retry-address`, { channel: 'email' }]
  },
  'POST /api/admin/customers/:id/notes': async (office) => [
    `/api/admin/customers/${await customer(office)}/notes`,
    { text: 'Prefers mornings' },
  ],
  'PATCH /api/admin/customer-notes/:id': async (office) => {
    const path = `/api/admin/customers/${await customer(office)}/notes`
    return [`/api/admin/customer-notes/${await id(office, path, { text: 'Call first' })}`, { pinned: true }]
  },
  'POST /api/admin/customers/:id/tags': async (office) => [
    `/api/admin/customers/${await customer(office)}/tags`,
    { add: ['VIP'] },
  ],
  'PUT /api/admin/customers/:id/addresses': async (office) => [
    `/api/admin/customers/${await customer(office)}/addresses`,
    { address: '9 Elm St, Denver, CO 80202', label: 'Rental' },
  ],
  'POST /api/admin/customers/:id/addresses/remove': async (office) => [
    `/api/admin/customers/${await customer(office)}/addresses/remove`,
    { address: booking.address },
  ],
  'POST /api/admin/customers/:id/messages': async (office) => [
    `/api/admin/customers/${await customer(office)}/messages`,
    { channel: 'email', text: 'We can come at 9.' },
  ],
  'POST /api/admin/customers/:id/merge': async (office) => [
    `/api/admin/customers/${await customer(office)}/merge`,
    { into: await customer(office) },
  ],
  'POST /api/admin/customers/:id/erase': async (office) => {
    const gone = await office.readJob(await job(office))
    await office.done('POST', `/api/admin/jobs/${gone.id}/cancel`, {})
    return [`/api/admin/customers/${gone.customerId}/erase`]
  },
  'POST /api/invoices/generate': async (office) => ['/api/invoices/generate', { jobId: await job(office) }],
  'POST /api/invoices/send': async (office) => [
    '/api/invoices/send',
    { invoiceId: await invoice(office), method: 'email' },
  ],
  'POST /api/admin/jobs/:id/invoice': async (office) => [`/api/admin/jobs/${await job(office)}/invoice`, {}],
  'POST /api/admin/invoices/:id/send': async (office) => [
    `/api/admin/invoices/${await invoice(office)}/send`,
    { method: 'email' },
  ],
  'POST /api/admin/invoices/:id/void': async (office) => [
    `/api/admin/invoices/${await invoice(office)}/void`,
    { reason: 'Twice' },
  ],
  'POST /api/billing/recurring': async () => ['/api/billing/recurring', schedule('yearly-1')],
  'PATCH /api/admin/schedules/:id': async (office) => {
    const { schedule: added } = await office.done('POST', '/api/billing/recurring', schedule('yearly-2'))
    return [`/api/admin/schedules/${added.id}`, { price: 200 }]
  },
  'PATCH /api/admin/plans/:id': async (office) => [`/api/admin/plans/${await plan(office)}`, { price: 99 }],
  'POST /api/admin/templates': async () => ['/api/admin/templates', template],
  'PATCH /api/admin/templates/:id': async (office) => [
    `/api/admin/templates/${await id(office, '/api/admin/templates', template)}`,
    { price: 150 },
  ],
  'POST /api/payments/connect/onboard': async () => [
    '/api/payments/connect/onboard',
    { franchiseId: denver },
  ],
  'POST /api/admin/transfers/:id/resend': async (office) => [
    `/api/admin/transfers/${await refusedTransfer(office)}/resend`,
  ],
  'POST /api/admin/webhooks/:id/replay': async (office) => {
    await office.event('charge.updated', { id: 'ch_1' }, 'evt_audit')
    return ['/api/admin/webhooks/evt_audit/replay']
  },
  'POST /api/admin/outbox/:id/resend': async (office) => {
    await job(office)
    const { items } = await office.done('GET', '/api/admin/outbox?template=booked&state=sent')
    return [`/api/admin/outbox/${items[0].id}/resend`, {}]
  },
  'POST /api/campaigns/send': async () => [
    '/api/campaigns/send',
    { type: 'sms', targetAudience: 'all', messageTemplate: 'Spring is here' },
  ],
  'POST /api/dev/email-test': async () => ['/api/dev/email-test', { to: 'dana@example.com' }],
  'POST /api/dev/notify': async () => [
    '/api/dev/notify',
    { type: 'handoff', to: 'dana@example.com', data: { summary: 'Ready' } },
  ],
}
