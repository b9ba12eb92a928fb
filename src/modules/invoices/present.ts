import type { InvoiceContent } from '../../../db/schema/invoices'
import type { Db } from '../../../db/store'
import type { Config } from '../../config'
import type { Deps } from '../../deps'
import { localDateAt } from '../../lib/calendar'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { readableOn } from '../../lib/color'
import { unitsFromCents, percentFromBasisPoints } from '../../lib/money'
import { referenceOf } from '../../lib/reference'
import { invoiceWords } from '../../words/invoice'
import type { Language } from '../../words/language'
import { canPayOnline, simulationNotice } from '../../providers/demo'
import { logoPath } from '../../settings/logo'
import { findFranchise } from '../franchises'
import { findJob } from '../jobs'
import { invoiceUrl } from './links'
import type { Invoice, InvoiceData } from './model'
import { customerOf, paidFor, type InvoiceRow } from './rows'

/** A stored invoice as the API answers it. */
export function presentInvoice(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    number: row.number,
    jobId: row.jobId,
    franchiseId: row.franchiseId,
    scheduleId: row.scheduleId,
    period: row.period,
    creditsId: row.creditsId,
    refundId: row.refundId,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    customerPhone: row.customerPhone,
    tax: unitsFromCents(row.taxCents),
    total: unitsFromCents(row.totalCents),
    issuedOn: row.issuedOn,
    dueOn: row.dueOn,
    paidAt: isoTimeOrNull(row.paidAt),
    sentAt: isoTimeOrNull(row.sentAt),
    sentVia: row.sentVia,
    voidedAt: isoTimeOrNull(row.voidedAt),
    voidedBy: row.voidedBy,
    voidReason: row.voidReason,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  }
}

/** Everything that the document of a stored invoice shows. */
export async function invoiceDataOf(
  deps: Pick<Deps, 'config' | 'settings' | 'secrets'>,
  db: Db,
  row: InvoiceRow,
  language: Language = 'en',
): Promise<InvoiceData> {
  const isInForce = row.kind === 'invoice' && row.status !== 'void'
  const { paidCents, refundedCents } = isInForce ? await paidFor(db, row.jobId) : nothingPaid
  const balanceCents = isInForce && row.paidAt === null ? Math.max(0, row.totalCents - paidCents) : 0
  const job = await findJob(db, row.jobId)
  const { series } = await customerOf(db, row)
  const circumstances = {
    kind: row.kind,
    number: row.number,
    status: row.status,
    issuedOn: row.issuedOn,
    dueOn: row.dueOn,
    paidOn: paidOnOf(deps, row),
    jobId: row.jobId,
    reference: job ? referenceOf(job) : null,
    paidCents,
    balanceCents,
    refundedCents,
    logoUrl: await logoOf(deps, db, row),
    payUrl: balanceCents > 0 && canPayOnline(deps.config) ? invoiceUrl(deps, { id: row.id, series }) : null,
  }
  return dataOf(deps, row.content, circumstances, language)
}

/** The day an invoice was paid, where it was issued. */
export function paidOnOf(
  { settings }: Pick<Deps, 'settings'>,
  { paidAt, content }: InvoiceRow,
): string | null {
  return paidAt === null ? null : localDateAt(paidAt, content.timeZone ?? settings.business.timeZone)
}

/** A franchise's own logo is elsewhere on the web, so documents can't include it; they don't show another one. */
async function logoOf(
  deps: Pick<Deps, 'config' | 'settings'>,
  db: Db,
  { franchiseId }: InvoiceRow,
): Promise<string | null> {
  const franchise = franchiseId === null ? undefined : await findFranchise(db, franchiseId)
  return franchise?.logoUrl ? null : companyLogo(deps)
}

export const companyLogo = ({ config, settings }: Pick<Deps, 'config' | 'settings'>): string | null =>
  settings.logo && `${config.publicUrl}${logoPath(settings.logo)}`

const nothingPaid = { paidCents: 0, refundedCents: 0 }

type Circumstances = Pick<
  InvoiceData,
  | 'kind'
  | 'number'
  | 'status'
  | 'issuedOn'
  | 'dueOn'
  | 'paidOn'
  | 'jobId'
  | 'reference'
  | 'paidCents'
  | 'balanceCents'
  | 'refundedCents'
  | 'payUrl'
  | 'logoUrl'
>

export function dataOf(
  deps: Pick<Deps, 'config' | 'settings'>,
  content: InvoiceContent,
  circumstances: Circumstances,
  language: Language = 'en',
): InvoiceData {
  const { taxBasisPoints, timeZone: _, ...rest } = ownContent(deps, content)
  return {
    ...circumstances,
    notice: noticeOf(deps.config, rest.seller.phone, circumstances, language),
    currency: 'USD',
    ...rest,
    taxPercent: percentFromBasisPoints(taxBasisPoints),
  }
}

function noticeOf(
  config: Config,
  phone: string | null,
  { balanceCents }: Circumstances,
  language: Language,
): string | null {
  const { notice } = invoiceWords(language)
  if (!canPayOnline(config) && balanceCents > 0) return notice.callToPay(phone)
  return simulationNotice(config) === null ? null : notice.simulated
}

/** The seller and the calendar are the franchise's, or the business's for HQ's own jobs. */
export function ownContent(deps: Pick<Deps, 'settings'>, content: InvoiceContent) {
  const { serviceAt = null, ...rest } = content
  const { timeZone } = deps.settings.business
  return {
    ...rest,
    seller: sellerOf(deps, content),
    serviceDate: serviceAt === null ? rest.serviceDate : localDateAt(serviceAt, timeZone),
  }
}

function sellerOf({ settings }: Pick<Deps, 'settings'>, { seller }: InvoiceContent): InvoiceData['seller'] {
  const { name, email, phone, postalAddress, color: businessColor } = settings.business
  // It colors words on white paper.
  const usualColor = readableOn(businessColor, '#ffffff')
  const own = seller ?? { name, email, phone, address: null, color: usualColor }
  // Customers call the office of a franchise that has no number or address of its own.
  const known = own.email === null && own.phone === null ? { ...own, email, phone } : own
  const { colour: oldColor = usualColor, color: ownColor = oldColor, ...rest } = known
  // It goes into a style attribute, where escaping alone doesn't protect.
  const color = /^#[0-9a-f]{6}$/i.test(ownColor) ? ownColor : usualColor
  return { ...rest, address: own.address ?? postalAddress, color }
}
