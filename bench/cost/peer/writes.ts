import type { BareStore } from './store'

interface Booking {
  customerName: string
  customerEmail: string
  customerPhone: string
  address: string
  type: string
  price: number
  addOns: string[]
  preferredDate: string
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 500

/** A few lines of checking, as one would write them by hand. */
function isBooking(body: unknown): body is Booking {
  if (typeof body !== 'object' || body === null) return false
  const { customerName, customerEmail, customerPhone, address, type, price, addOns, preferredDate } =
    body as Record<string, unknown>
  return (
    [customerName, customerEmail, customerPhone, address, type].every(isText) &&
    typeof price === 'number' &&
    price >= 0 &&
    Array.isArray(addOns) &&
    addOns.every(isText) &&
    isText(preferredDate) &&
    !Number.isNaN(Date.parse(preferredDate))
  )
}

const refusal = () => Response.json({ ok: false, error: 'Invalid' }, { status: 400 })

/** The same four rows as ours, in one unit. */
export function booking(store: BareStore) {
  const insertCustomer = store.insert('customers', [
    'id',
    'name',
    'email',
    'phone',
    'created_at',
    'updated_at',
  ])
  const insertJob = store.insert('jobs', [
    'id',
    'reference',
    'customer_id',
    'customer_name',
    'customer_email',
    'customer_phone',
    'address',
    'type',
    'preferred_date',
    'add_ons',
    'zip',
    'price_cents',
    'total_cents',
    'created_at',
    'updated_at',
  ])
  const insertActivity = store.insert('activity', [
    'type',
    'actor',
    'summary',
    'metadata',
    'at',
    'subject_kind',
    'subject_id',
    'subject_name',
  ])
  const insertMessage = store.insert('outbox', outboxColumns)

  return async (request: Request): Promise<Response> => {
    const body: unknown = await request.json()
    if (!isBooking(body)) return refusal()
    const now = Date.now()
    const [id, customerId] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()]
    const cents = Math.round(body.price * 100)
    const job = {
      id,
      reference: `TR-${id.slice(-12)}`,
      customer_id: customerId,
      customer_name: body.customerName,
      customer_email: body.customerEmail,
      customer_phone: body.customerPhone,
      address: body.address,
      type: body.type,
      preferred_date: body.preferredDate,
      add_ons: JSON.stringify(body.addOns),
      zip: body.address.slice(-5),
      price_cents: cents,
      total_cents: cents,
      created_at: now,
      updated_at: now,
    }
    await store.write(() => {
      insertCustomer({
        id: customerId,
        name: body.customerName,
        email: body.customerEmail,
        phone: body.customerPhone.replaceAll('-', ''),
        created_at: now,
        updated_at: now,
      })
      insertJob(job)
      insertActivity({
        type: 'job.created',
        actor: 'public',
        summary: `Booked: ${body.type}`,
        metadata: JSON.stringify({ jobId: id }),
        at: now,
        subject_kind: 'job',
        subject_id: id,
        subject_name: `job ${job.reference}`,
      })
      const data = { name: body.customerName, type: body.type, address: body.address, total: cents }
      insertMessage(message(`job:${id}:booked:email`, 'booked', body.customerEmail, id, data, now))
    })
    return Response.json({ ok: true, data: { job, message: 'Booked' } }, { status: 201 })
  }
}

const outboxColumns = [
  'id',
  'about',
  'channel',
  'template',
  'recipient',
  'data',
  'job_id',
  'due_at',
  'created_at',
] as const

function message(
  about: string,
  template: string,
  recipient: string,
  jobId: string,
  data: object,
  now: number,
) {
  return {
    id: Bun.randomUUIDv7(),
    about,
    channel: 'email',
    template,
    recipient,
    data: JSON.stringify(data),
    job_id: jobId,
    due_at: now,
    created_at: now,
  }
}

const dayMs = 86_400_000

interface DueJob {
  type: string
  total_cents: number
  paid_cents: number
  franchise_id: string | null
  customer_name: string
  customer_email: string
  tax_cents: number
}
const findDue = (store: BareStore) =>
  store.query<DueJob>(
    'SELECT type, total_cents, paid_cents, franchise_id, customer_name, customer_email, tax_cents FROM jobs WHERE id = ?',
  )

/** Our session, and the session and key that the demo processor keeps for it. */
export function checkout(store: BareStore) {
  const find = findDue(store)
  const insertDemoSession = store.insert('demo_sessions', [
    'id',
    'job_id',
    'amount_cents',
    'description',
    'success_url',
    'cancel_url',
    'transfer_group',
    'expires_at',
    'created_at',
  ])
  const insertKey = store.insert('demo_keys', ['key', 'request', 'object_id', 'created_at'])
  const insertSession = store.insert('checkout_sessions', [
    'id',
    'job_id',
    'state',
    'amount_cents',
    'session_id',
    'url',
    'expires_at',
    'created_at',
    'updated_at',
  ])
  return async (request: Request): Promise<Response> => {
    const { jobId, amount } = (await request.json()) as { jobId: unknown; amount: unknown }
    if (!isText(jobId) || typeof amount !== 'number') return refusal()
    const now = Date.now()
    const [id, sessionId] = [Bun.randomUUIDv7(), `cs_${Bun.randomUUIDv7()}`]
    const url = `http://127.0.0.1/demo/checkout/${sessionId}`
    const isDue = await store.write(() => {
      const job = find.get(jobId)
      if (!job || job.total_cents - job.paid_cents !== amount) return false
      const stamps = { created_at: now, expires_at: now + dayMs }
      insertDemoSession({
        id: sessionId,
        job_id: jobId,
        amount_cents: amount,
        description: job.type,
        success_url: 'http://127.0.0.1/checkout/done',
        cancel_url: `http://127.0.0.1/checkout/cancelled?session=${id}`,
        transfer_group: jobId,
        ...stamps,
      })
      const hash = new Bun.CryptoHasher('sha256').update(`${jobId} ${amount}`).digest('hex')
      insertKey({ key: id, request: hash, object_id: sessionId, created_at: now })
      insertSession({
        id,
        job_id: jobId,
        state: 'open',
        amount_cents: amount,
        session_id: sessionId,
        url,
        updated_at: now,
        ...stamps,
      })
      return true
    })
    return isDue ? Response.json({ ok: true, data: { url, sessionId } }) : refusal()
  }
}

interface PaymentEvent {
  id: string
  type: string
  data: { object: { id: string; amount: number; metadata: { jobId: string } } }
}

/** The event and everything that follows from a payment, in one unit. */
export function webhook(store: BareStore, secret: string) {
  const find = findDue(store)
  const insertEvent = store.insert('webhook_events', [
    'id',
    'type',
    'payload',
    'source',
    'state',
    'attempts',
    'due_at',
    'received_at',
    'done_at',
  ])
  const insertPayment = store.insert('payments', [
    'id',
    'job_id',
    'kind',
    'status',
    'amount_cents',
    'captured_cents',
    'fee_cents',
    'tax_cents',
    'franchise_id',
    'franchise_cents',
    'method',
    'paid_at',
    'created_at',
    'updated_at',
  ])
  const insertEntry = store.insert('ledger_transactions', [
    'about',
    'kind',
    'job_id',
    'franchise_id',
    'at',
    'lines',
  ])
  const updateJob = store.query(
    "UPDATE jobs SET revision = revision + 1, payment_state = 'paid', paid_cents = ?, updated_at = ? WHERE id = ?",
  )
  const insertJobEvent = store.insert('job_events', ['job_id', 'at', 'actor', 'kind', 'before', 'after'])
  const insertTransfer = store.insert('transfers', [
    'id',
    'payment_id',
    'franchise_id',
    'job_id',
    'cents',
    'state',
    'created_at',
    'updated_at',
  ])
  const insertMessage = store.insert('outbox', outboxColumns)
  const insertInvoice = store.insert('invoices', [
    'id',
    'kind',
    'status',
    'job_id',
    'franchise_id',
    'customer_name',
    'customer_email',
    'tax_cents',
    'total_cents',
    'content',
    'paid_at',
    'created_at',
    'updated_at',
  ])

  return async (request: Request): Promise<Response> => {
    const payload = await request.text()
    const [, timestamp, signature] =
      /^t=(\d+),v1=([\da-f]{64})$/.exec(request.headers.get('payments-signature') ?? '') ?? []
    const expected = new Bun.CryptoHasher('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')
    if (signature !== expected) return refusal()
    const event = JSON.parse(payload) as PaymentEvent
    const { id: paymentId, amount: cents, metadata } = event.data.object
    const { jobId } = metadata
    const now = Date.now()
    const stamps = { created_at: now, updated_at: now }
    const isKnown = await store.write(() => {
      const job = find.get(jobId)
      if (!job || job.franchise_id === null) return false
      const { franchise_id: franchiseId, tax_cents: taxCents } = job
      insertEvent({
        id: event.id,
        type: event.type,
        payload,
        source: 'webhook',
        state: 'done',
        attempts: 1,
        due_at: now,
        received_at: now,
        done_at: now,
      })
      const share = Math.round((cents - taxCents) * 0.825)
      insertPayment({
        id: paymentId,
        job_id: jobId,
        kind: 'payment',
        status: 'succeeded',
        amount_cents: cents,
        captured_cents: cents,
        fee_cents: 30,
        tax_cents: taxCents,
        franchise_id: franchiseId,
        franchise_cents: share,
        method: 'card',
        paid_at: now,
        ...stamps,
      })
      const entry = { job_id: jobId, franchise_id: franchiseId, at: now }
      const taken: [string, number][] = [
        ['processor_cash', cents],
        ['tax_payable', -taxCents],
        ['franchise_payable', -share],
        ['revenue_hq', taxCents + share - cents],
      ]
      insertEntry({ ...entry, about: `payment:${paymentId}`, kind: 'payment', lines: JSON.stringify(taken) })
      const fee: [string, number][] = [
        ['processor_fees', 30],
        ['processor_cash', -30],
      ]
      insertEntry({ ...entry, about: `fee:${paymentId}`, kind: 'fee', lines: JSON.stringify(fee) })
      updateJob.run(cents, now, jobId)
      insertJobEvent({
        job_id: jobId,
        at: now,
        actor: 'processor',
        kind: 'paid',
        before: JSON.stringify({ paymentState: 'unpaid', paidCents: 0 }),
        after: JSON.stringify({ paymentState: 'paid', paidCents: cents }),
      })
      insertTransfer({
        id: Bun.randomUUIDv7(),
        payment_id: paymentId,
        franchise_id: franchiseId,
        job_id: jobId,
        cents: share,
        state: 'pending',
        ...stamps,
      })
      const { customer_name: name, customer_email: email, type } = job
      const receipt = { name, type, amountCents: cents, paymentId, paidAt: now }
      insertMessage(message(`payment:${paymentId}:receipt`, 'receipt', email, jobId, receipt, now))
      insertInvoice({
        id: Bun.randomUUIDv7(),
        kind: 'invoice',
        status: 'draft',
        job_id: jobId,
        franchise_id: franchiseId,
        customer_name: name,
        customer_email: email,
        tax_cents: taxCents,
        total_cents: cents,
        content: JSON.stringify({ customer: { name, email }, lines: [{ label: type, amountCents: cents }] }),
        paid_at: now,
        ...stamps,
      })
      return true
    })
    return isKnown ? Response.json({ received: true, eventId: event.id }) : refusal()
  }
}
