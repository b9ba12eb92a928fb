import type { z } from 'zod'
import { may, roles, type Permission, type Role } from '../lib/permissions'

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

/** The rows of a franchise that a request can name by id. */
export type Owned =
  | 'job'
  | 'customer'
  | 'worker'
  | 'invoice'
  | 'franchise'
  | 'jobTemplate'
  | 'plan'
  | 'schedule'
  | 'payment'
  | 'refund'
  | 'todo'
  | 'message'
  | 'feed'
  | 'note'
  | 'file'

/**
 * How an HQ endpoint stays inside one franchise for callers who are limited to it. Without it, they can't
 * call the endpoint at all.
 */
export type FranchiseScope =
  /** Its answer is the same for every franchise. */
  | 'shared'
  | {
      /** The first id of the path names this, and one of another franchise counts as unknown. */
      id?: Owned
      /**
       * The request names the franchise here. The guard fills in the caller's, so that a list filters by it
       * and a new record belongs to it, and refuses any other.
       */
      franchiseId?: 'query' | 'body'
      /** Other ids in the body, such as `workerId` or `visits.jobId`. */
      body?: Record<string, Owned>
    }

/** The permission an HQ endpoint needs, and how far it reaches. */
export interface HqRule {
  needs: Permission
  scope?: FranchiseScope
}

/** The roles an HQ endpoint is open to. */
export const rolesFor = ({ needs, scope }: HqRule): Role[] =>
  roles.filter((role) => may(role, needs) && (role !== 'franchisee' || scope !== undefined))

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
  | ({ as: 'hq' } & HqRule)
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
  /** Several if it depends on what was stored. */
  mediaType?: string | readonly string[]
  /** A body that the handler reads itself: signed bytes, a page's form or a file. */
  takes?: {
    schema: z.ZodType
    mediaType: 'application/json' | 'application/x-www-form-urlencoded' | 'application/octet-stream'
  }
  /** Statuses in addition to those that every endpoint of this kind can return. */
  refusals?: Partial<Record<400 | 401 | 402 | 403 | 404 | 409 | 410 | 422 | 502 | 503 | 504, string>>
  /** The signer of the body, if it isn't the payment processor. */
  signedBy?: 'sms' | 'email'
  /** Accepts an Idempotency-Key, unless the body has the named field, which makes the answer secret. */
  idempotent?: true | { unless: string }
  /** A function runs only for the document, not at every start. */
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

/** Describes a route that isn't part of the API, such as a file of a page. The API document leaves it out. */
export const outsideApi = (summary: string) => ({ detail: { hide: true, summary } })

/** Routes that aren't part of the API have no such description. */
export function endpointOf(detail: object | undefined): Endpoint | undefined {
  return detail === undefined ? undefined : described.get(detail)
}

/** Everyone in an office shares one IP address, so the console gets a higher limit than public endpoints. */
export const adminEndpoint = <const Doc extends Omit<Documentation, 'tag'> & HqRule>(doc: Doc) =>
  endpoint({ as: 'hq', limit: 600, ...ruleOf(doc) }, { tag: 'Admin', ...doc })

const ruleOf = ({ needs, scope }: HqRule): HqRule => (scope === undefined ? { needs } : { needs, scope })

export interface Success<T> {
  ok: true
  data: T
}

export interface Failure {
  ok: false
  error: string
  details?: string[]
}
