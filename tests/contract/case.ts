import type { Access } from './credentials'
import type { World } from './world'

/** The request besides method, path and credential. */
export interface Sent {
  query?: Record<string, string>
  body?: unknown
}

/** A request the endpoint must answer with 400. */
export interface Bad extends Sent {
  /** The paths of all its problems, in any order; omitted when the rule isn't about one field. */
  faults?: string[]
}

/** One endpoint of the specification. */
export interface EndpointCase {
  method: 'GET' | 'POST'
  path: string
  as: Access
  /** Requests per minute and client. */
  limit: number
  /** The status of a success. */
  status: number
  /** Answers outside the envelope. */
  bare?: true
  good: (world: World) => Sent | Promise<Sent>
  bad: Bad[]
}

type Rest = Partial<Pick<EndpointCase, 'status' | 'bare' | 'good' | 'bad'>>

/** Endpoints without a limit in the specification allow 120 a minute. */
export const unlisted = 120

const row =
  (as: Access, method: EndpointCase['method']) =>
  (path: string, limit: number, rest: Rest = {}): EndpointCase => {
    const plain: EndpointCase = { method, path, as, limit, status: 200, good: () => ({}), bad: [] }
    return { ...plain, ...rest }
  }

export const open = { get: row('public', 'GET'), post: row('public', 'POST') }
export const hq = { get: row('hq', 'GET'), post: row('hq', 'POST') }
export const cron = { get: row('cron', 'GET') }
export const proof = { get: row('proof', 'GET'), post: row('proof', 'POST') }
export const signed = { post: row('signature', 'POST') }

/** A text one character longer than allowed. */
export const longerThan = (limit: number) => 'w'.repeat(limit + 1)
