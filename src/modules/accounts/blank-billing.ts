import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { isAnyOf } from '../../../db/conditions'
import { billingCharges, billingSchedules, invoiceDocuments, invoices, jobs } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { normaliseEmail } from '../../lib/contact'

const erased = 'Erased'

interface Payer {
  /** The customer's, and those of records that were merged into it. */
  ids: string[]
  addresses: string[]
}

/** Takes an erased person out of the billing: nothing is billed, charged or sent any more, the books stay. */
export async function blankBilling(tx: Tx, at: number, payer: Payer): Promise<void> {
  await endSchedules(tx, at, payer)
  await blankInvoices(tx, payer.ids)
}

/** A schedule names its customer in words of its own: by id, or only by the e-mail address. */
async function endSchedules(tx: Tx, at: number, { ids, addresses }: Payer): Promise<void> {
  const ended = await tx
    .update(billingSchedules)
    .set({
      customerName: erased,
      customerEmail: null,
      paymentsCustomerId: null,
      autoCharge: false,
      status: 'ended',
      updatedAt: at,
    })
    .where(
      or(
        inArray(billingSchedules.customerId, ids),
        inArray(sql`lower(${billingSchedules.customerEmail})`, addresses.map(normaliseEmail)),
      ),
    )
    .returning({ id: billingSchedules.id })
  const own = isAnyOf(billingCharges.scheduleId, idsOf(ended))
  // What was asked for and not answered yet stays open: the money may have been taken.
  await tx
    .update(billingCharges)
    .set({ state: 'dropped', doneAt: at, updatedAt: at })
    .where(and(own, eq(billingCharges.state, 'intended'), eq(billingCharges.asked, 0)))
  await tx
    .update(billingCharges)
    .set({ paymentsCustomerId: null })
    .where(and(own, ne(billingCharges.state, 'intended')))
}

/** Exactly these words: a trigger lets nothing else be changed in what was sent. */
const nobody = '{"name":"Erased","email":null,"phone":null,"address":""}'

/** Numbers, dates, lines and sums stay. The documents as they were sent go: they name the person. */
async function blankInvoices(tx: Tx, customerIds: string[]): Promise<void> {
  const own = tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.customerId, customerIds))
  const blanked = await tx
    .update(invoices)
    .set({
      customerName: erased,
      customerEmail: null,
      customerPhone: null,
      content: sql`json_set(${invoices.content}, '$.customer', json(${nobody}))`,
      voidReason: sql`CASE ${invoices.voidedBy} WHEN 'truckroll' THEN ${invoices.voidReason} END`,
      postAt: null,
    })
    .where(inArray(invoices.jobId, own))
    .returning({ id: invoices.id })
  await tx.delete(invoiceDocuments).where(isAnyOf(invoiceDocuments.invoiceId, idsOf(blanked)))
}

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)
