import { and, asc, eq, lte } from 'drizzle-orm'
import { alertCalls, incidents } from '../../../../db/schema'
import type { Deps } from '../../../deps'
import { hour, minute, second } from '../../../lib/clock'
import { programVersion } from '../../../version'
import { bodyOf, type AlertKind, type Told } from './words'

/** After these delays we give up; by then the receiver has been gone for more than a day. */
const retryDelays = [minute, 2 * minute, 5 * minute, 15 * minute, hour, 6 * hour, 20 * hour]
const timeLimitMs = 10 * second
const batchSize = 20

/** Sends the alerts that are due. The receiver can tell a repeat by its `webhook-id`. */
export async function sendDueCalls(deps: Deps): Promise<void> {
  const { store, clock, config } = deps
  const due = await store.read
    .select({ call: alertCalls, incident: incidents })
    .from(alertCalls)
    .innerJoin(incidents, eq(incidents.id, alertCalls.incidentId))
    .where(lte(alertCalls.dueAt, clock.now()))
    .orderBy(asc(alertCalls.dueAt), asc(alertCalls.id))
    .limit(batchSize)
  for (const { call, incident } of due) {
    if (!(await claim(deps, call))) continue
    const told = call.kind === 'problem' ? { ...incident, endedAt: null } : incident
    const failure = await postAlert(config, call.kind, told)
    const result =
      failure === null ? { sentAt: clock.now(), dueAt: null, lastError: null } : { lastError: failure }
    await store.write((tx) => tx.update(alertCalls).set(result).where(eq(alertCalls.id, call.id)))
    if (failure !== null) deps.log.warn('an alert did not reach the webhook', { why: failure })
  }
}

type Call = typeof alertCalls.$inferSelect

/** Writes the next attempt before the call, so no other process makes the same one, and a crash only delays it. */
async function claim({ store, clock }: Deps, { id, attempts, dueAt }: Call): Promise<boolean> {
  const delay = retryDelays[attempts]
  const next = { attempts: attempts + 1, dueAt: delay === undefined ? null : clock.now() + delay }
  const claimed = await store.write((tx) =>
    tx
      .update(alertCalls)
      .set(next)
      .where(and(eq(alertCalls.id, id), eq(alertCalls.attempts, attempts), eq(alertCalls.dueAt, dueAt ?? 0)))
      .returning({ id: alertCalls.id }),
  )
  return claimed.length > 0
}

/** Returns why it failed, or null. Redirects aren't followed and the answer isn't read: only its status counts. */
export async function postAlert(config: Deps['config'], kind: AlertKind, told: Told): Promise<string | null> {
  const { webhookUrl } = config.alerts
  if (webhookUrl === undefined) return 'ALERT_WEBHOOK_URL is no longer set'
  try {
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `Truckroll/${programVersion}`,
        'webhook-id': `${told.id}:${kind}`,
      },
      body: JSON.stringify(bodyOf(config, kind, told)),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimitMs),
    })
    await response.body?.cancel()
    return response.ok ? null : `It answered with status ${response.status}`
  } catch (error) {
    // The error's own text can contain the address, which is a secret.
    return error instanceof Error && error.name === 'TimeoutError'
      ? 'It took too long to answer'
      : "It isn't responding"
  }
}
