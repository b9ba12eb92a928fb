import { and, count, eq } from 'drizzle-orm'
import { pushSubscriptions, workers } from '../../../db/schema'
import type { NotifyWay } from '../../../db/schema/workforce'
import { isUnchanged, newId, type Db } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Caller } from '../../http/request'
import type { Actor } from '../../lib/actor'
import { invalid, missing, unauthorised } from '../../lib/errors'
import { arePushKeys } from '../../providers/push/encrypt'
import { blocks, readPublicUrl } from '../../providers/public-request'
import { changeWorker } from '../workforce'
import { PushDesk } from './deliver'
import type { OwnNotifications, PushSubscriptionInput } from './model'

export async function readNotifications(deps: Deps, workerId: string): Promise<OwnNotifications> {
  const { read } = deps.store
  const [worker] = await read.select().from(workers).where(eq(workers.id, workerId)).limit(1)
  if (!worker) throw missing('Technician')
  const [found] = await read
    .select({ count: count() })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.workerId, workerId))
  const ways: NotifyWay[] = ['push']
  if (worker.phone !== null) ways.push('sms')
  if (worker.email !== null) ways.push('email')
  return {
    by: worker.notifyBy ?? 'push',
    ways,
    publicKey: deps.state.of(PushDesk).vapid(deps).publicKey,
    devices: found?.count ?? 0,
  }
}

/** Keeps a browser's subscription for as long as its phone is signed in. The same browser has one. */
export async function subscribe(
  deps: Deps,
  { subject: workerId, tokenId }: Caller,
  { endpoint, keys }: PushSubscriptionInput,
): Promise<OwnNotifications> {
  if (tokenId === undefined) throw unauthorised()
  assertUsable(deps, endpoint, keys)
  const owner = { workerId, tokenId, ...keys }
  // The page sends it again whenever it starts.
  if (!(await isKnown(deps.store.read, endpoint, owner))) {
    const row = { ...owner, createdAt: deps.clock.now() }
    await deps.store.write((tx) =>
      tx
        .insert(pushSubscriptions)
        .values({ id: newId(), endpoint, ...row })
        .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row }),
    )
  }
  return readNotifications(deps, workerId)
}

type Owner = Pick<typeof pushSubscriptions.$inferSelect, 'workerId' | 'tokenId' | 'p256dh' | 'auth'>

async function isKnown(db: Db, endpoint: string, owner: Owner): Promise<boolean> {
  const [row] = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.endpoint, endpoint))
    .limit(1)
  return row !== undefined && isUnchanged(row, owner)
}

function assertUsable({ config }: Deps, endpoint: string, keys: PushSubscriptionInput['keys']): void {
  if (!arePushKeys(keys)) throw invalid('Validation failed', ['keys: are not those of a browser'])
  try {
    readPublicUrl(endpoint, blocks(...config.webhooks.privateNetworks))
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'is not valid'
    throw invalid('Validation failed', [`endpoint: ${reason}`])
  }
}

export async function unsubscribe(deps: Deps, workerId: string, endpoint: string): Promise<OwnNotifications> {
  await deps.store.write((tx) =>
    tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.workerId, workerId))),
  )
  return readNotifications(deps, workerId)
}

export async function chooseWay(
  deps: Deps,
  workerId: string,
  by: NotifyWay,
  actor: Actor,
): Promise<OwnNotifications> {
  await changeWorker(deps, workerId, { notifyBy: by }, actor)
  return readNotifications(deps, workerId)
}
