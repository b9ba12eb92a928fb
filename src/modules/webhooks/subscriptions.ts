import { count, desc, eq, lt } from 'drizzle-orm'
import { webhookSubscriptions } from '../../../db/schema'
import { isUnchanged, newId, onlyRow, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import type { Listing } from '../../http/listing'
import type { Actor } from '../../lib/actor'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { conflict, invalid, missing } from '../../lib/errors'
import { blocks, readPublicUrl, RequestRefused } from '../../providers/public-request'
import { changingSubscriptions } from '../events'
import { changedFields, clearTodo, recordActivity } from '../office'
import type { Subscription, SubscriptionChange, SubscriptionInput } from './model'
import { overlapMs, secretText, type SubscriptionRow } from './sign'

/** Each one has its own connections, so there can't be any number of them. */
const mostSubscriptions = 50

export async function addSubscription(
  { store, clock, config }: Deps,
  input: SubscriptionInput,
  actor: Actor,
  once: Once,
): Promise<Subscription> {
  const now = clock.now()
  const url = checkedUrl(config, input.url)
  const row: SubscriptionRow = {
    id: newId(),
    ...input,
    url,
    enabled: true,
    disabledBecause: null,
    secretVersion: 1,
    previousSecretUntil: null,
    failingSince: null,
    createdAt: now,
    updatedAt: now,
  }
  const write = async (tx: Tx) => {
    const { known } = onlyRow(await tx.select({ known: count() }).from(webhookSubscriptions))
    if (known >= mostSubscriptions)
      throw conflict(`There can be ${mostSubscriptions} webhooks at most. Delete one you no longer need.`)
    await tx.insert(webhookSubscriptions).values(row)
    await record(tx, now, actor, 'added', `Added a webhook to ${hostOf(row)}`, row.id)
    const answer = presentSubscription(row)
    await once.settle(tx, answer)
    return answer
  }
  return changingSubscriptions(() => store.write(write))
}

/** The address in one spelling. Whether its name leads to a public address is checked before every attempt. */
function checkedUrl({ webhooks }: Deps['config'], text: string): string {
  try {
    return readPublicUrl(text, blocks(...webhooks.privateNetworks)).href
  } catch (error) {
    if (error instanceof RequestRefused) throw invalid('Validation failed', [`url: ${error.message}`])
    throw error
  }
}

/** Turning it on again starts with a clean slate; events that were waiting continue. */
export async function changeSubscription(
  { store, clock, config }: Deps,
  id: string,
  change: SubscriptionChange,
  actor: Actor,
): Promise<Subscription> {
  const now = clock.now()
  const url = change.url === undefined ? {} : { url: checkedUrl(config, change.url) }
  const write = async (tx: Tx) => {
    const known = await requireSubscription(tx, id)
    const isTurnedOn = change.enabled === true && !known.enabled
    const fresh = isTurnedOn ? { disabledBecause: null, failingSince: null } : {}
    const wanted = { ...change, ...url, ...fresh }
    if (isUnchanged(known, wanted)) return presentSubscription(known)
    const changed = { ...known, ...wanted, updatedAt: now }
    await tx.update(webhookSubscriptions).set(changed).where(eq(webhookSubscriptions.id, id))
    if (isTurnedOn) await clearTodo(tx, now, 'webhook.disabled', id)
    const summary = `Changed the webhook to ${hostOf(changed)}: ${changedFields(change)}`
    await record(tx, now, actor, 'changed', summary, id)
    return presentSubscription(changed)
  }
  return changingSubscriptions(() => store.write(write))
}

/** The secret before this one stays valid for a day. The one before that stops working at once. */
export async function rotateSecret(
  { store, clock }: Deps,
  id: string,
  actor: Actor,
  once: Once,
): Promise<Subscription> {
  const now = clock.now()
  return store.write(async (tx) => {
    const known = await requireSubscription(tx, id)
    const changed = {
      ...known,
      secretVersion: known.secretVersion + 1,
      previousSecretUntil: now + overlapMs,
      updatedAt: now,
    }
    await tx.update(webhookSubscriptions).set(changed).where(eq(webhookSubscriptions.id, id))
    await record(
      tx,
      now,
      actor,
      'secret-rotated',
      `Rotated the secret of the webhook to ${hostOf(known)}`,
      id,
    )
    const answer = presentSubscription(changed)
    await once.settle(tx, answer)
    return answer
  })
}

export async function showSecret(deps: Deps, id: string, actor: Actor): Promise<{ secret: string }> {
  const now = deps.clock.now()
  const row = await deps.store.write(async (tx) => {
    const known = await requireSubscription(tx, id)
    await record(
      tx,
      now,
      actor,
      'secret-shown',
      `Looked up the secret of the webhook to ${hostOf(known)}`,
      id,
    )
    return known
  })
  return { secret: secretText(deps, row) }
}

/** Deletes its deliveries too. */
export async function deleteSubscription(
  { store, clock }: Deps,
  id: string,
  actor: Actor,
): Promise<Subscription> {
  const now = clock.now()
  const write = async (tx: Tx) => {
    const known = await requireSubscription(tx, id)
    await tx.delete(webhookSubscriptions).where(eq(webhookSubscriptions.id, id))
    await clearTodo(tx, now, 'webhook.disabled', id)
    await record(tx, now, actor, 'deleted', `Deleted the webhook to ${hostOf(known)}`, id)
    return presentSubscription(known)
  }
  return changingSubscriptions(() => store.write(write))
}

/** Newest first. */
export function listSubscriptions({ store }: Deps): Listing<SubscriptionRow, Subscription> {
  return {
    kinds: ['string'],
    position: (row) => [row.id],
    present: presentSubscription,
    rows: (limit, after) =>
      store.read
        .select()
        .from(webhookSubscriptions)
        .where(after ? lt(webhookSubscriptions.id, String(after[0])) : undefined)
        .orderBy(desc(webhookSubscriptions.id))
        .limit(limit),
  }
}

export async function requireSubscription(db: Db, id: string): Promise<SubscriptionRow> {
  const [row] = await db.select().from(webhookSubscriptions).where(eq(webhookSubscriptions.id, id)).limit(1)
  if (!row) throw missing('Webhook')
  return row
}

/** Enough to recognize it. The rest of an address may contain a key. */
export const hostOf = ({ url }: Pick<SubscriptionRow, 'url'>): string => URL.parse(url)?.host ?? 'unknown'

export async function record(
  tx: Tx,
  now: number,
  actor: Actor,
  what: string,
  summary: string,
  subscriptionId: string,
): Promise<void> {
  await recordActivity(tx, now, {
    type: `webhook.${what}`,
    actor,
    summary,
    subject: { kind: 'webhook', id: subscriptionId },
    metadata: { subscriptionId },
  })
}

export function presentSubscription(row: SubscriptionRow): Subscription {
  const { secretVersion: _, previousSecretUntil, failingSince, createdAt, updatedAt, ...rest } = row
  return {
    ...rest,
    previousSecretUntil: isoTimeOrNull(previousSecretUntil),
    failingSince: isoTimeOrNull(failingSince),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  }
}
