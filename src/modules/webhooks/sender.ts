import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { day, second } from '../../lib/clock'
import { describeError } from '../../lib/log'
import { blocks, postPublic, RequestRefused } from '../../providers/public-request'
import { changingSubscriptions } from '../events'
import {
  areEventsNew,
  claimDue,
  dueSubscriptions,
  endDeliveryLeases,
  fanOut,
  giveBack,
  recordOutcome,
  type Claimed,
  type Outcome,
} from './queue'
import { signedHeaders, type SubscriptionRow } from './sign'

/** Requests to one receiver at a time. */
const perSubscription = 5

/** The requests that are running, so a shutdown can cut them off. */
export class WebhookSender {
  /** For one whole attempt. */
  timeoutMs = 15 * second
  readonly #ending = new AbortController()
  readonly ending = this.#ending.signal

  close(): void {
    this.#ending.abort()
  }
}

/** Continues after a restart with whatever was waiting or cut off. */
export async function resumeWebhooks({ store, clock }: Deps): Promise<void> {
  if (store.engine === 'local') await store.write((tx) => endDeliveryLeases(tx, clock.now()))
}

/** Ends running requests; their events are sent again after the next start. */
export const stopWebhooks = (deps: Deps): void => deps.state.of(WebhookSender).close()

/** Sends everything that is due, in the background. Each receiver has its own loop, so none waits for another. */
export function sendWebhooksSoon(deps: Deps): void {
  deps.background.runSingle('webhooks', async () => {
    const { store, clock } = deps
    if (await areEventsNew(store.read)) while (await store.write(fanOut));
    for (const id of await dueSubscriptions(store.read, clock.now()))
      deps.background.runSingle(`webhooks to ${id}`, () => drain(deps, id))
  })
}

async function drain(deps: Deps, subscriptionId: string): Promise<void> {
  const { ending } = deps.state.of(WebhookSender)
  while (!deps.background.stopping && !ending.aborted) {
    const now = deps.clock.now()
    const { subscription, claimed } = await deps.store.write((tx) =>
      claimDue(tx, now, subscriptionId, perSubscription),
    )
    if (!subscription || claimed.length === 0) return
    await Promise.all(claimed.map((one) => deliver(deps, subscription, one)))
  }
}

async function deliver(deps: Deps, subscription: SubscriptionRow, claimed: Claimed): Promise<void> {
  const { store, clock, config, state, log } = deps
  const outcome = await attempt(deps, subscription, claimed)
  const wasCutOff = outcome.error !== null && state.of(WebhookSender).ending.aborted
  const record = (tx: Tx) =>
    wasCutOff
      ? giveBack(tx, clock.now(), claimed.row)
      : recordOutcome(tx, { now: clock.now(), publicUrl: config.publicUrl }, claimed.row, outcome)
  // A failure may turn the subscription off.
  await (outcome.error === null ? store.write(record) : changingSubscriptions(() => store.write(record)))
  if (outcome.error !== null && !wasCutOff)
    log.info('a webhook failed', {
      delivery: claimed.row.id,
      attempt: claimed.row.attempts,
      status: outcome.status,
      error: outcome.error,
    })
}

async function attempt(
  deps: Deps,
  subscription: SubscriptionRow,
  { row, payload }: Claimed,
): Promise<Outcome> {
  const startedAt = performance.now()
  const none = { status: null, response: null, retryAfterMs: null }
  const done = (outcome: Omit<Outcome, 'durationMs'>) => ({
    ...outcome,
    durationMs: Math.round(performance.now() - startedAt),
  })
  if (payload === null) return done({ ...none, error: 'The customer was erased' })
  const { timeoutMs, ending } = deps.state.of(WebhookSender)
  const now = deps.clock.now()
  try {
    const { status, text, retryAfter } = await postPublic({
      url: subscription.url,
      headers: signedHeaders(deps, subscription, { id: row.eventId, payload }, now),
      body: payload,
      timeoutMs,
      signal: ending,
      allowed: blocks(...deps.config.webhooks.privateNetworks),
    })
    const response = text === '' ? null : printable(text)
    return done({
      status,
      response,
      error: faultOf(status),
      retryAfterMs: retryAfterMs(status, retryAfter, now),
    })
  } catch (error) {
    return done({ ...none, error: reasonOf(error, timeoutMs) })
  }
}

/** The beginning of an answer, without characters that could change how the rest looks. */
const printable = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '').slice(0, 1_000)

function faultOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return "Redirects aren't followed. Enter the final address."
  return `HTTP ${status}`
}

/** Only where the specification of HTTP gives it a meaning for us, and a day at most. */
export function retryAfterMs(status: number, header: string | null, now: number): number | null {
  if (header === null || (status !== 429 && status !== 503)) return null
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * second : Date.parse(header) - now
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), day)
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before an answer came',
  ENOTFOUND: "The host name doesn't exist",
  EAI_AGAIN: "The host name couldn't be looked up",
  EHOSTUNREACH: "The host can't be reached",
  ENETUNREACH: "The host can't be reached",
  ETIMEDOUT: 'The connection took too long',
}

/** HQ sees this text. */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof RequestRefused) return `The address ${error.message}`
  const { name, code } = { name: '', code: '', ...describeError(error), ...codeOf(error) }
  if (name === 'TimeoutError') return `No answer within ${timeoutMs / second} seconds`
  if (/CERT|SELF_SIGNED|VERIFY|TLS|SSL/.test(code)) return `The certificate isn't valid (${code})`
  return reasons[code] ?? `No answer${code === '' ? '' : ` (${code})`}`
}

const codeOf = (error: unknown) =>
  error instanceof Error
    ? { name: error.name, code: 'code' in error && typeof error.code === 'string' ? error.code : '' }
    : {}
