import { z } from 'zod'
import type { InvoiceContent } from '../../../db/schema/invoices'
import { newId } from '../../../db/store'
import type { Deps } from '../../deps'
import { email, isoDate } from '../../http/fields'
import { localDateAt } from '../../lib/calendar'
import { invalid } from '../../lib/errors'
import { centsFromUnits, taxOn, basisPointsFromPercent } from '../../lib/money'
import { deliverNow, queueMessage } from '../messages'
import { linesOf } from './content'
import { renderInvoiceHtml } from './html'
import type { InvoiceData, InvoicePreview, InvoicePreviewInput } from './model'
import { renderPdf } from './pdf/render'
import { companyLogo, dataOf } from './present'

const units = z.number().min(0).max(99_999).catch(0)
const words = (most: number, otherwise: string) => z.string().max(most).catch(otherwise)

/** The fields of a job that a preview uses. Anything else, or of another type, is ignored. */
const JobLike = z.object({
  id: z.coerce.string(),
  customerName: words(200, ''),
  customerEmail: email.nullable().catch(null),
  customerPhone: z.string().max(50).nullable().catch(null),
  address: words(500, ''),
  type: words(200, 'Service'),
  price: units,
  discount: units,
  referralCredit: units,
  taxPercent: z.number().min(0).max(50).catch(0),
  promoCode: z.string().max(50).nullable().catch(null),
  addOns: z.array(z.string().max(100)).max(100).catch([]),
  preferredDate: isoDate.nullable().catch(null),
})
type JobLike = z.infer<typeof JobLike>

/** Previews a job's invoice. Nothing is stored or numbered. */
export async function previewInvoice(
  deps: Deps,
  input: InvoicePreviewInput,
  key: string | null,
): Promise<InvoicePreview> {
  const job = JobLike.parse(input.job)
  const data = previewData(deps, job, input.franchiseName)
  const html = renderInvoiceHtml(data, 'en')
  return { invoice: data, html, emailed: input.sendEmail && (await mailPreview(deps, job, data, key)) }
}

function previewData(deps: Deps, job: JobLike, franchiseName: string | undefined): InvoiceData {
  const today = localDateAt(deps.clock.now(), deps.settings.business.timeZone)
  const content = contentOf(job)
  const seller =
    franchiseName === undefined ? null : { name: franchiseName, email: null, phone: null, color: '' }
  return dataOf(
    deps,
    { ...content, seller },
    {
      kind: 'invoice',
      number: null,
      status: 'draft',
      issuedOn: today,
      dueOn: null,
      paidOn: null,
      jobId: job.id,
      reference: null,
      paidCents: 0,
      balanceCents: content.totalCents,
      refundedCents: 0,
      payUrl: null,
      logoUrl: companyLogo(deps),
    },
  )
}

function contentOf(job: JobLike): InvoiceContent {
  const taken = { discountCents: cents(job.discount), referralCreditCents: cents(job.referralCredit) }
  const net = cents(job.price) - taken.discountCents - taken.referralCreditCents
  if (net < 0) throw invalid('Validation failed', ['job.discount: is more than the price'])
  const taxBasisPoints = basisPointsFromPercent(job.taxPercent) ?? Math.round(job.taxPercent * 100)
  const taxCents = taxOn(net, taxBasisPoints)
  const amounts = {
    ...taken,
    priceCents: cents(job.price),
    taxBasisPoints,
    taxCents,
    totalCents: net + taxCents,
  }
  const { customerName: name, customerEmail: email, customerPhone: phone, address } = job
  return {
    seller: null,
    customer: { name, email, phone, address },
    serviceDate: job.preferredDate?.slice(0, 10) ?? null,
    period: null,
    lines: linesOf({ ...job, ...amounts, scheduledStart: null }, new Map()),
    subtotalCents: net,
    taxBasisPoints,
    taxCents,
    totalCents: net + taxCents,
    creditsNumber: null,
  }
}

const cents = (amount: number): number => centsFromUnits(amount) ?? Math.round(amount * 100)

/** Goes to the customer named in the job, if the job has an email address. */
async function mailPreview(
  deps: Deps,
  job: JobLike,
  data: InvoiceData,
  key: string | null,
): Promise<boolean> {
  const { customerEmail: recipient } = job
  if (recipient === null) return false
  const bytes = await renderPdf(deps, data, 'en')
  const id = await deps.store.write((tx) =>
    queueMessage(tx, deps.clock.now(), {
      about: `invoice-preview:${key ?? newId()}`,
      channel: 'email',
      template: 'invoice',
      recipient,
      data: { name: job.customerName, number: '(preview)', totalCents: data.totalCents },
      files: [{ name: 'preview.pdf', type: 'application/pdf', bytes }],
    }),
  )
  const [delivery] = await deliverNow(deps, [id])
  return delivery?.state === 'sent'
}
