// Shared by every peer: the table, the statement, and the row a booking becomes.

const COLUMNS = {
  id: 'id text primary key not null',
  customerName: 'customer_name text not null',
  customerEmail: 'customer_email text',
  customerPhone: 'customer_phone text',
  address: 'address text not null',
  type: 'type text not null',
  price: 'price integer not null',
  preferredDate: 'preferred_date text',
  preferredTime: 'preferred_time text',
  addOns: 'add_ons text not null',
  franchiseId: 'franchise_id text',
  notes: 'notes text',
  paymentId: 'payment_id text',
  paymentStatus: 'payment_status text',
  gutterLength: 'gutter_length real',
  stories: 'stories real',
  status: 'status text not null',
  createdAt: 'created_at integer not null',
  updatedAt: 'updated_at integer not null',
}

export const SET_UP = [
  'pragma journal_mode = wal',
  `pragma synchronous = ${process.env.SYNCHRONOUS ?? 'FULL'}`,
  `create table jobs (${Object.values(COLUMNS).join(', ')})`,
  'create index jobs_status_created on jobs (status, created_at)',
  'create index jobs_customer_email on jobs (customer_email)',
]

export const INSERT_JOB = `insert into jobs values (${Object.keys(COLUMNS)
  .map(() => '?')
  .join(', ')})`

/** Prices are cents in the row and decimals on the wire. */
export function jobFrom(booking, id) {
  const now = Date.now()
  return {
    id,
    customerName: booking.customerName,
    customerEmail: booking.customerEmail ?? null,
    customerPhone: booking.customerPhone ?? null,
    address: booking.address,
    type: booking.type,
    price: Math.round(booking.price * 100),
    preferredDate: booking.preferredDate ?? null,
    preferredTime: booking.preferredTime ?? null,
    addOns: booking.addOns ?? [],
    franchiseId: booking.franchiseId ?? null,
    notes: booking.notes ?? null,
    paymentId: booking.paymentId ?? null,
    paymentStatus: booking.paymentStatus ?? null,
    gutterLength: booking.gutterLength ?? null,
    stories: booking.stories ?? null,
    status: 'pending',
    createdAt: now,
    updatedAt: now,
  }
}

export function rowOf(job) {
  return Object.keys(COLUMNS).map((name) => (name === 'addOns' ? JSON.stringify(job.addOns) : job[name]))
}

export function answerOf(job) {
  return { ok: true, data: { job: { ...job, price: job.price / 100 }, message: 'Booked' } }
}

export const REFUSAL = { ok: false, error: 'The booking is not valid' }
