import type { z } from 'zod'
import type { AccessRule } from './plumbing'

export const tags = {
  Public: 'Utilities anyone may call',
  Customers: 'E-mail verification, cancellation, account and maintenance plans',
  Jobs: 'The booking flow',
  Payments: 'Checkout and processor events',
  'Franchise payments': 'Connected accounts and payouts',
  Invoices: 'Made from jobs, sent by e-mail or SMS',
  Billing: 'Recurring schedules',
  Campaigns: 'Messages to many customers',
  Tasks: 'What the scheduler runs; each can be triggered by hand',
  Operations: 'Health, metrics and developer tools',
  Work: "A worker's own day",
  Admin: 'Everything the console does',
} as const

/** What the Swagger page tells of an endpoint beyond what its schemas say. */
export interface Documentation {
  tag: keyof typeof tags
  summary: string
  description?: string
  /** The schema of `data`, or of the whole answer when `bare`. */
  answer: z.ZodType
  status?: 200 | 201 | 302
  /** Answers outside the envelope: the webhook, the raw contours, the redirect, files. */
  bare?: boolean
  mediaType?: string
  /** Statuses beyond those every endpoint of its kind can give. */
  refusals?: Partial<Record<403 | 404 | 409 | 502 | 504, string>>
  /** Who signs the body, where it is not the payment processor. */
  signedBy?: 'sms'
  /** Takes an Idempotency-Key. */
  idempotent?: boolean
  example?: unknown
  bodyExample?: unknown
}

export interface Endpoint {
  rule: AccessRule
  doc: Documentation
}

const described = new WeakMap<object, Endpoint>()

/** Spread into a route's options: who may call it, how often, and what the Swagger page says of it. */
export function endpoint(rule: AccessRule, doc: Documentation) {
  const detail = { summary: doc.summary, tags: [doc.tag] }
  described.set(detail, { rule, doc })
  return { access: rule, detail }
}

/** The description a route was made with; routes of plugins have none. */
export function endpointOf(detail: object | undefined): Endpoint | undefined {
  return detail === undefined ? undefined : described.get(detail)
}

/** An office shares one address, so the console's endpoints allow more than the public ones. */
export const adminEndpoint = (doc: Omit<Documentation, 'tag'>) =>
  endpoint({ as: 'hq', limit: 600 }, { tag: 'Admin', ...doc })

/** Every JSON success but the three exceptions the contract names. */
export interface Success<T> {
  ok: true
  data: T
}

export const ok = <T>(data: T): Success<T> => ({ ok: true, data })

export interface Failure {
  ok: false
  error: string
  details?: string[]
}

export const failure = (error: string, details?: string[]): Failure =>
  details && details.length > 0 ? { ok: false, error, details } : { ok: false, error }
