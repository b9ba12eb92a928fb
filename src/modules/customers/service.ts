import { and, eq, inArray, sql } from 'drizzle-orm'
import { customers, undeliverable, workers } from '../../../db/schema'
import { isUnchanged, brokenConstraint, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { normaliseEmail, normalisePhone } from '../../lib/contact'
import type { Actor } from '../../lib/actor'
import { conflict, missing } from '../../lib/errors'
import { erased, type Merge, type Person } from '../../lib/person'
import { forgetFile, mergeFile } from './file'
import type { Customer, CustomerChange } from './model'
import { changedFields, clearTodo, recordActivity } from '../office'
import { isShared } from './claims'
import {
  addressKey,
  announceUpdated,
  presentCustomer,
  requireCustomer,
  setOptOut,
  type CustomerRow,
} from './records'

/** The to-dos about an address that doesn't accept messages. They are over once the customer has another. */
export const unreachableKinds = {
  email: 'customer.email-bounces',
  sms: 'customer.phone-unreachable',
} as const

export async function changeCustomer(
  { store, clock }: Deps,
  id: string,
  change: CustomerChange,
  actor: Actor,
  within: string | null = null,
): Promise<Customer> {
  const { email, phone, ...rest } = change
  const fields = {
    ...rest,
    ...(email === undefined ? {} : { email: email === null ? null : normaliseEmail(email) }),
    ...(phone === undefined ? {} : { phone: phone === null ? null : normalisePhone(phone) }),
  }
  const now = clock.now()
  try {
    return await store.write(async (tx) => {
      const customer = await requireCustomer(tx, id)
      if (customer.erasedAt !== null) throw conflict('This customer was erased')
      if (within !== null && isNewEmail(customer, fields.email) && (await isShared(tx, id, within)))
        throw conflict(askHq)
      if (fields.preferredWorkerId) await requireTechnician(tx, fields.preferredWorkerId, within)
      const changed = isUnchanged(customer, fields) ? customer : { ...customer, ...fields, updatedAt: now }
      if (changed !== customer) {
        await tx.update(customers).set(changed).where(eq(customers.id, id))
        await announceUpdated(tx, now, [changed])
      }
      await keepOptOuts(tx, changed, change, now)
      if (changed.email !== customer.email) await clearTodo(tx, now, unreachableKinds.email, id)
      if (changed.phone !== customer.phone) await clearTodo(tx, now, unreachableKinds.sms, id)
      if (changed !== customer && typeof actor !== 'string')
        await recordActivity(tx, now, {
          type: 'customer.changed',
          actor,
          summary: `Changed a customer: ${changedFields(fieldsChanged(customer, fields))}`,
          subject: { kind: 'customer', id, name: 'a customer' },
        })
      return presentCustomer(changed)
    })
  } catch (error) {
    if (brokenConstraint(error)?.startsWith('UNIQUE'))
      throw conflict(
        within === null ? 'Another customer has this email or phone number. Merge the two instead.' : askHq,
      )
    throw error
  }
}

/** The same words whatever stands in the way, because that may concern another franchise. */
const askHq = 'Only headquarters can change this email address or phone number. Ask them to.'

/** A franchise can name its own technicians only, and learns nothing about others. */
async function requireTechnician(tx: Tx, id: string, within: string | null): Promise<void> {
  const ours = within === null ? undefined : eq(workers.franchiseId, within)
  const [found] = await tx
    .select({ id: workers.id })
    .from(workers)
    .where(and(eq(workers.id, id), ours))
  if (!found) throw missing('Technician')
}

const isNewEmail = (before: CustomerRow, email: string | null | undefined): boolean =>
  email !== undefined && email !== before.email

/** Only the names of the fields go into the activity log. */
const fieldsChanged = (before: CustomerRow, fields: Partial<CustomerRow>) =>
  Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => before[field as keyof CustomerRow] !== value),
  )

/** Opt-outs belong to the address, whatever name uses it, and HQ can undo them. */
async function keepOptOuts(
  tx: Tx,
  customer: CustomerRow,
  change: CustomerChange,
  now: number,
): Promise<void> {
  const wishes = [
    { channel: 'email' as const, address: customer.email, out: change.emailOptOut },
    { channel: 'sms' as const, address: customer.phone, out: change.smsOptOut },
  ]
  for (const { channel, address, out } of wishes)
    if (address !== null && out !== undefined)
      await setOptOut(tx, now, { channel, address, source: 'hq' }, out)
}

/** The record stays, without any personal data. */
export async function forgetCustomer(tx: Tx, { ids, addresses, at }: Person): Promise<void> {
  const keys = addresses.map((address) => addressKey(address.includes('@') ? 'email' : 'sms', address))
  await tx.delete(undeliverable).where(inArray(undeliverable.address, keys))
  await forgetFile(tx, { ids })
  await tx
    .update(customers)
    .set({
      name: erased,
      email: null,
      phone: null,
      language: null,
      address: null,
      notes: null,
      preferredWorkerId: null,
      emailOptOut: true,
      smsOptOut: true,
      paymentsCustomerId: null,
      linkSeries: sql`${customers.linkSeries} + 1`,
      erasedAt: at,
      updatedAt: at,
    })
    .where(inArray(customers.id, ids))
}

/** The processor's id of this customer while a card is saved there. */
export async function setPaymentsCustomer(
  tx: Tx,
  now: number,
  id: string,
  paymentsCustomerId: string | null,
): Promise<void> {
  await tx.update(customers).set({ paymentsCustomerId, updatedAt: now }).where(eq(customers.id, id))
}

/**
 * The merged record stays and points to the other one, so a booking with its email finds the right customer.
 * If either one opted out, the merged customer has opted out.
 */
export async function mergeCustomer(tx: Tx, { from, into, at }: Merge): Promise<void> {
  const gone = await requireCustomer(tx, from)
  const stays = await requireCustomer(tx, into)
  for (const customer of [gone, stays])
    if (customer.mergedInto !== null || customer.erasedAt !== null)
      throw conflict('One of these customers was already merged or erased')
  await tx.update(customers).set({ mergedInto: into }).where(eq(customers.mergedInto, from))
  const merged = await tx
    .update(customers)
    .set({ mergedInto: into, updatedAt: at })
    .where(eq(customers.id, from))
    .returning()
  const kept = await tx
    .update(customers)
    .set({
      phone: stays.phone ?? gone.phone,
      language: stays.language ?? gone.language,
      address: stays.address ?? gone.address,
      notes: stays.notes ?? gone.notes,
      preferredWorkerId: stays.preferredWorkerId ?? gone.preferredWorkerId,
      paymentsCustomerId: stays.paymentsCustomerId ?? gone.paymentsCustomerId,
      // Links that were ended stay ended. The others go on: each opens one booking, invoice or plan, as before.
      linkSeries: Math.max(stays.linkSeries, gone.linkSeries),
      emailOptOut: stays.emailOptOut || gone.emailOptOut,
      smsOptOut: stays.smsOptOut || gone.smsOptOut,
      updatedAt: at,
    })
    .where(eq(customers.id, into))
    .returning()
  await mergeFile(tx, { from, into })
  await announceUpdated(tx, at, [...merged, ...kept])
}
