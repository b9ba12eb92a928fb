import type { z } from 'zod'
import type { Permission } from '../lib/permissions'

export const tags = {
  Public: 'Utilities anyone can call',
  Customers: 'Email verification, cancellations, accounts and maintenance plans',
  Jobs: 'Book jobs',
  Payments: 'Checkout and payment processor events',
  'Franchise payments': 'Connected accounts and payouts of franchises',
  Invoices: 'Create invoices from jobs and send them by email or SMS',
  Billing: 'Recurring billing schedules',
  Campaigns: 'Send a message to many customers',
  Tasks: 'Run a scheduled task now',
  Operations: 'Health, metrics and developer tools',
  Work: "A worker's day on their phone",
  Admin: 'Everything you can do in the console',
  Webhooks: 'Events that we post to your software',
} as const

/** The callers of an endpoint, and how many times a minute each may call. */
export type AccessRule = {
  /** Requests a minute, or `unlimited` for probes, which must work without the store that counts. */
  limit: number
  /** Set when the body must not be parsed as JSON, such as a form. Signed bodies are never parsed. */
  raw?: true
} & (
  | { as: 'public' | 'signature' | 'cron' | 'proof' | 'worker' }
  /** An API key of any role. */
  | { as: 'key' }
  /** An HQ token has every permission, an API key those of its role. */
  | { as: 'hq'; needs: Permission }
)

export const unlimited = Number.POSITIVE_INFINITY

/** How the data a handler returns becomes a successful answer. */
export interface Answering {
  status?: 200 | 201 | 302 | 303
  /** Answers without the envelope: the webhook, raw contours, redirects and files. */
  bare?: boolean
}

/** A route's answers, as used by the request handling, the Swagger page and the tests. */
export interface Documentation extends Answering {
  tag: keyof typeof tags
  /** Generated clients call it by this name. Defaults to one made from the method and the path. */
  operationId?: string
  summary: string
  description?: string
  /** The schema of `data`, or of the whole answer if `bare` is set. */
  answer: z.ZodType
  /** Answers 200 instead of 201 when an existing record was updated. */
  updates?: true
  /** Browsers can cache this page and get 304 while it is unchanged. */
  kept?: true
  /** This page can also redirect with 303. */
  redirects?: true
  mediaType?: string
  /** A body that the handler reads itself: signed bytes, a page's form or a file. */
  takes?: { schema: z.ZodType; mediaType: 'application/json' | 'application/x-www-form-urlencoded' | 'text/csv' }
  /** Statuses in addition to those that every endpoint of this kind can return. */
  refusals?: Partial<Record<400 | 401 | 402 | 403 | 404 | 409 | 410 | 422 | 502 | 503 | 504, string>>
  /** The signer of the body, if it isn't the payment processor. */
  signedBy?: 'sms' | 'email'
  /** Accepts an Idempotency-Key, unless the body has the named field, which makes the answer secret. */
  idempotent?: true | { unless: string }
  example?: unknown
  bodyExample?: unknown
}

export interface Endpoint {
  rule: AccessRule
  doc: Documentation
}

/** Only handlers of idempotent routes receive `once`. */
type Answers<Doc> = Doc extends { idempotent: object | true }
  ? { idempotent: Documentation }
  : { answer: Documentation }

const described = new WeakMap<object, Endpoint>()

/**
 * Spread the result into a route's options. The handler then returns plain data, and the answer is built from
 * this.
 */
export function endpoint<const Doc extends Documentation>(rule: AccessRule, doc: Doc) {
  const detail = { summary: doc.summary, tags: [doc.tag] }
  described.set(detail, { rule, doc })
  const answers = doc.idempotent === undefined ? { answer: doc } : { idempotent: doc }
  return { access: rule, detail, ...(answers as unknown as Answers<Doc>) }
}

/** Routes that plugins add have no description. */
export function endpointOf(detail: object | undefined): Endpoint | undefined {
  return detail === undefined ? undefined : described.get(detail)
}

/** Everyone in an office shares one IP address, so the console gets a higher limit than public endpoints. */
export const adminEndpoint = <const Doc extends Omit<Documentation, 'tag'> & { needs: Permission }>(
  doc: Doc,
) => endpoint({ as: 'hq', limit: 600, needs: doc.needs }, { tag: 'Admin', ...doc })

export interface Success<T> {
  ok: true
  data: T
}

export interface Failure {
  ok: false
  error: string
  details?: string[]
}
