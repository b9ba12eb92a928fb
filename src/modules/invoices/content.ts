import { inArray, sql } from 'drizzle-orm'
import { serviceTypes } from '../../../db/schema'
import type { InvoiceContent, InvoiceLine } from '../../../db/schema/invoices'
import type { Db } from '../../../db/store'
import { localDateAt } from '../../lib/calendar'
import type { Cents } from '../../lib/money'
import { extrasIn, windowsIn } from '../../lib/price-rules'
import { labelKey, serviceOf } from '../catalog'
import type { KnownFranchise } from '../franchises'
import type { JobRow } from '../jobs'

/** The fields of a job that its invoice uses. */
export type InvoicedJob = Pick<
  JobRow,
  | 'customerName'
  | 'customerEmail'
  | 'customerPhone'
  | 'address'
  | 'type'
  | 'addOns'
  | 'priceCents'
  | 'discountCents'
  | 'referralCreditCents'
  | 'promoCode'
  | 'taxBasisPoints'
  | 'taxCents'
  | 'totalCents'
  | 'scheduledStart'
  | 'preferredDate'
>

/** The invoice's content for a job in its current state. */
export async function contentOf(
  db: Db,
  job: InvoicedJob,
  franchise: KnownFranchise | undefined,
  period: string | null,
): Promise<InvoiceContent> {
  const lines = linesOf(job, await addOnPrices(db, job))
  return {
    seller: franchise
      ? {
          name: franchise.name,
          email: franchise.email,
          phone: franchise.phone,
          address: franchise.postalAddress,
          color: franchise.color,
        }
      : null,
    customer: {
      name: job.customerName,
      email: job.customerEmail,
      phone: job.customerPhone,
      address: job.address,
    },
    ...serviceDayOf(job, franchise),
    period,
    lines,
    subtotalCents: lines.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0),
    taxBasisPoints: job.taxBasisPoints,
    taxCents: job.taxCents,
    totalCents: job.totalCents,
    creditsNumber: null,
  }
}

/** The job's price includes its add-ons. Add-ons with a known price get their own line; the others are shown as included. */
export function linesOf(job: InvoicedJob, known: ReadonlyMap<string, Cents>): InvoiceLine[] {
  const addOns = job.addOns.map((label): InvoiceLine => ({
    kind: 'add_on',
    label,
    amountCents: known.get(label) ?? null,
  }))
  const priced = addOns.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0)
  const isApart = priced <= job.priceCents
  const lines: InvoiceLine[] = [
    { kind: 'service', label: job.type, amountCents: isApart ? job.priceCents - priced : job.priceCents },
    ...(isApart ? addOns : addOns.map((line) => ({ ...line, amountCents: null }))),
  ]
  if (job.discountCents > 0)
    lines.push({
      kind: 'discount',
      label: job.promoCode === null ? 'Discount' : `Discount (${job.promoCode})`,
      amountCents: -job.discountCents,
    })
  if (job.referralCreditCents > 0)
    lines.push({ kind: 'credit', label: 'Referral credit', amountCents: -job.referralCreditCents })
  return lines
}

/**
 * Add-on prices: from the label if it names one (`Downspout flush ($25)`), from the service's own extras, or else
 * from the catalog.
 */
async function addOnPrices(
  db: Db,
  { type, addOns: labels }: Pick<InvoicedJob, 'type' | 'addOns'>,
): Promise<Map<string, Cents>> {
  const prices = new Map<string, Cents>()
  if (labels.length === 0) return prices
  const service = await serviceOf(db, type)
  for (const label of labels) {
    const written = /\$\s?(\d{1,5})(?:\.(\d{2}))?(?!\d)/.exec(label)
    const [extra] = extrasIn(service?.extras ?? [], [label])
    const windows = windowsIn([label]) * (service?.windowPriceCents ?? 0)
    if (written) prices.set(label, Number(written[1]) * 100 + Number(written[2] ?? 0))
    else if (extra) prices.set(label, extra.priceCents)
    else if (windows > 0) prices.set(label, windows)
  }
  const rest = [...new Set(labels)].filter((label) => !prices.has(label))
  if (rest.length === 0) return prices
  const lowered = sql<string>`lower(${serviceTypes.label})`
  const listed = await db
    .select({ label: lowered, cents: serviceTypes.listPriceCents })
    .from(serviceTypes)
    .where(inArray(lowered, rest.map(labelKey)))
  for (const label of rest) {
    const cents = listed.find((service) => service.label === labelKey(label))?.cents ?? null
    if (cents !== null) prices.set(label, cents)
  }
  return prices
}

/** HQ's own jobs follow the business's calendar, which is applied when the invoice is shown. */
function serviceDayOf(
  { scheduledStart, preferredDate }: InvoicedJob,
  franchise: KnownFranchise | undefined,
): Pick<InvoiceContent, 'serviceDate' | 'serviceAt'> {
  if (scheduledStart !== null)
    return franchise
      ? { serviceDate: localDateAt(scheduledStart, franchise.timeZone) }
      : { serviceDate: null, serviceAt: scheduledStart }
  return { serviceDate: /^\d{4}-\d{2}-\d{2}/.exec(preferredDate ?? '')?.[0] ?? null }
}
