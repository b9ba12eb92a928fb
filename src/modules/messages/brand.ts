import { eq, sql } from 'drizzle-orm'
import { customers, franchises, jobs, maintenancePlans, payments } from '../../../db/schema'
import { prepared } from '../../../db/store'
import type { Deps } from '../../deps'
import { day } from '../../lib/clock'
import { referenceOf } from '../../lib/reference'
import { canPayOnline, simulationNotice } from '../../providers/demo'
import { logoPath } from '../../settings/logo'
import { bookingPathOf, confirmationPath, type SealedJob } from '../../tokens/booking-link'
import { jobLinkToken, type JobLinkPurpose } from '../../tokens/job-link'
import { planPath } from '../../tokens/plan-link'
import { spokenLanguage, type Language } from '../../words/language'
import { languageOfAddress } from './language'
import type { OutboxRow } from './outbox'
import { logoHeightOf } from './templates/layout'
import { templateNamed } from './templates/registry'
import { webLink, type BookingLinks, type Brand } from './templates/template'

const findFranchise = prepared((db) =>
  db
    .select({
      name: franchises.name,
      color: franchises.color,
      phone: franchises.phone,
      email: franchises.email,
      postalAddress: franchises.postalAddress,
      logoUrl: franchises.logoUrl,
      timeZone: franchises.timeZone,
    })
    .from(franchises)
    .where(eq(franchises.id, sql.placeholder('id'))),
)

const findJob = prepared((db) =>
  db
    .select({
      id: jobs.id,
      reference: jobs.reference,
      language: customers.language,
      series: customers.linkSeries,
    })
    .from(jobs)
    .leftJoin(customers, eq(customers.id, jobs.customerId))
    .where(eq(jobs.id, sql.placeholder('id'))),
)

const findPlan = prepared((db) =>
  db
    .select({ id: maintenancePlans.id, series: customers.linkSeries })
    .from(maintenancePlans)
    .innerJoin(customers, eq(customers.id, maintenancePlans.customerId))
    .where(eq(maintenancePlans.id, sql.placeholder('id'))),
)

const findCard = prepared((db) =>
  db
    .select({ brand: payments.cardBrand, last4: payments.cardLast4 })
    .from(payments)
    .where(eq(payments.id, sql.placeholder('id'))),
)

type Sent = Pick<
  OutboxRow,
  | 'channel'
  | 'recipient'
  | 'template'
  | 'franchiseId'
  | 'jobId'
  | 'language'
  | 'elsewhere'
  | 'data'
  | 'createdAt'
>

/** The franchise's name and look, or the company's own, in the language of the person who reads it. */
export async function brandOf(
  deps: Pick<Deps, 'store' | 'config' | 'settings' | 'secrets'>,
  message: Sent,
): Promise<Brand> {
  const { read } = deps.store
  const { business } = deps.settings
  const { publicUrl } = deps.config
  const { franchiseId, jobId } = message
  const franchise = franchiseId === null ? undefined : await findFranchise.get(read, { id: franchiseId })
  const job = jobId === null ? undefined : await findJob.get(read, { id: jobId })
  // Anyone may name the address of a message to elsewhere: it must not lead into the booking.
  const linked = job && !message.elsewhere ? { jobId: job.id, series: job.series ?? 0 } : null
  return {
    name: franchise?.name ?? business.name,
    // It goes into a style attribute, where escaping alone doesn't protect.
    color: franchise && /^#[0-9a-f]{6}$/i.test(franchise.color) ? franchise.color : business.color,
    logoUrl: webLink.safeParse(franchise?.logoUrl ?? companyLogo(deps)).data ?? null,
    logoHeight: franchise?.logoUrl || !deps.settings.logo ? undefined : logoHeightOf(deps.settings.logo),
    phone: franchise?.phone ?? business.phone,
    email: franchise?.email || franchise?.phone ? franchise.email : business.email,
    postalAddress: franchise?.postalAddress ?? business.postalAddress,
    site: publicUrl,
    bookingUrl: linked && `${publicUrl}${bookingPathOf(deps, linked)}`,
    confirmUrl: linked && confirmUrlOf(deps, linked, message.data.confirmBy),
    links:
      job && linked
        ? linksOf(deps, linked, { reference: referenceOf(job), writtenAt: message.createdAt })
        : null,
    planUrl: await planUrlOf(deps, message),
    language: await languageOf(deps, message, job?.language ?? null),
    timeZone: franchise?.timeZone ?? business.timeZone,
    card: message.template === 'receipt' ? await cardOf(deps, message.data.paymentId) : null,
    paysOnline: canPayOnline(deps.config),
    simulated: simulationNotice(deps.config) !== null,
    reference: job ? referenceOf(job) : null,
  }
}

/** Each link is good for one thing, and for as long as its purpose allows. */
function linksOf(
  deps: Pick<Deps, 'config' | 'secrets'>,
  job: SealedJob,
  { reference, writtenAt }: { reference: string; writtenAt: number },
): BookingLinks {
  const { publicUrl } = deps.config
  const token = (purpose: JobLinkPurpose) => jobLinkToken(deps, purpose, job, writtenAt)
  return {
    visit: `${publicUrl}/visit/${token('visit link')}`,
    change: `${publicUrl}/my?change=${reference}`,
    track: `${publicUrl}/track/${token('track link')}`,
    rate: `${publicUrl}/rate/${token('rating link')}`,
  }
}

const planReadableFor = 365 * day

/** The page of the plan that the message is about. */
async function planUrlOf(
  deps: Pick<Deps, 'store' | 'config' | 'secrets'>,
  { data, createdAt }: Sent,
): Promise<string | null> {
  const plan =
    typeof data.planId === 'string' ? await findPlan.get(deps.store.read, { id: data.planId }) : undefined
  if (!plan) return null
  const link = { planId: plan.id, series: plan.series, source: 'link' } as const
  return `${deps.config.publicUrl}${planPath(deps, link, createdAt + planReadableFor)}`
}

/** Works for a month after the booking gave its window back. */
function confirmUrlOf(
  deps: Pick<Deps, 'config' | 'secrets'>,
  job: SealedJob,
  confirmBy: unknown,
): string | null {
  if (typeof confirmBy !== 'number') return null
  return `${deps.config.publicUrl}${confirmationPath(deps, job, confirmBy + 30 * day)}`
}

/** An uploaded logo comes before one elsewhere on the web. */
function companyLogo({ settings, config }: Pick<Deps, 'settings' | 'config'>): string | null {
  return settings.logo ? `${config.publicUrl}${logoPath(settings.logo)}` : settings.business.logoUrl
}

/** Read when the receipt is written, because the processor may name the card only after the payment. */
async function cardOf({ store }: Pick<Deps, 'store'>, paymentId: unknown): Promise<Brand['card']> {
  const found = typeof paymentId === 'string' ? await findCard.get(store.read, { id: paymentId }) : undefined
  return found?.last4 ? { brand: found.brand, last4: found.last4 } : null
}

/** The page that caused the message decides, then the job's customer, then the person with this address. */
async function languageOf(
  { store, settings }: Pick<Deps, 'store' | 'settings'>,
  { template, language, channel, recipient }: Sent,
  customersOwn: Language | null,
): Promise<Language> {
  if (templateNamed(template)?.english) return 'en'
  const own = language ?? customersOwn ?? (await languageOfAddress(store.read, channel, recipient))
  return spokenLanguage(own ?? 'en', settings.languages.offered)
}
