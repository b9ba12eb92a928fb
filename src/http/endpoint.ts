import type { z } from 'zod'

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
} as const

/** Who may call an endpoint, and how often a minute. */
export interface AccessRule {
  as: 'public' | 'signature' | 'hq' | 'cron' | 'proof' | 'worker'
  limit: number
  /** The body is not read as JSON: it is a form, or nobody wants it. Signed bodies never are. */
  raw?: true
}

/** How a successful answer is made from the data a handler returns. */
export interface Answering {
  status?: 200 | 201 | 302 | 303
  /** Answers outside the envelope: the webhook, the raw contours, the redirect, files. */
  bare?: boolean
}

/** What a route says about its answers: to the plumbing, to the Swagger page, and to the tests. */
export interface Documentation extends Answering {
  tag: keyof typeof tags
  summary: string
  description?: string
  /** The schema of `data`, or of the whole answer when `bare`. */
  answer: z.ZodType
  /** Answers 200 when it updated something instead of making it. */
  updates?: true
  /** A page that a browser may keep and ask about again: 304 when it has not changed. */
  kept?: true
  /** A page that may also send the browser on, with 303. */
  redirects?: true
  mediaType?: string
  /** A body that the handler reads on its own: signed bytes, or the form of a page. */
  takes?: { schema: z.ZodType; mediaType: 'application/json' | 'application/x-www-form-urlencoded' }
  /** Statuses beyond those every endpoint of its kind can give. */
  refusals?: Partial<Record<400 | 401 | 402 | 403 | 404 | 409 | 410 | 422 | 502 | 503 | 504, string>>
  /** Who signs the body, where it is not the payment processor. */
  signedBy?: 'sms'
  /** Takes an Idempotency-Key, unless the body has the field that makes the answer a secret. */
  idempotent?: true | { unless: string }
  example?: unknown
  bodyExample?: unknown
}

export interface Endpoint {
  rule: AccessRule
  doc: Documentation
}

/** Only handlers of idempotent routes get `once`. */
type Answers<Doc> = Doc extends { idempotent: object | true }
  ? { idempotent: Documentation }
  : { answer: Documentation }

const described = new WeakMap<object, Endpoint>()

/** Spread into a route's options: its handler returns plain data, and the answer is made from this. */
export function endpoint<const Doc extends Documentation>(rule: AccessRule, doc: Doc) {
  const detail = { summary: doc.summary, tags: [doc.tag] }
  described.set(detail, { rule, doc })
  const answers = doc.idempotent === undefined ? { answer: doc } : { idempotent: doc }
  return { access: rule, detail, ...(answers as unknown as Answers<Doc>) }
}

/** The description a route was made with; routes of plugins have none. */
export function endpointOf(detail: object | undefined): Endpoint | undefined {
  return detail === undefined ? undefined : described.get(detail)
}

/** An office shares one address, so the console's endpoints allow more than the public ones. */
export const adminEndpoint = <const Doc extends Omit<Documentation, 'tag'>>(doc: Doc) =>
  endpoint({ as: 'hq', limit: 600 }, { tag: 'Admin', ...doc })

/** Every JSON success that is not bare. */
export interface Success<T> {
  ok: true
  data: T
}

export interface Failure {
  ok: false
  error: string
  details?: string[]
}
