import { and, desc, eq, lt, isNotNull, isNull, ne } from 'drizzle-orm'
import { customerNotes, jobs, invoices, jobNotes } from '../../../db/schema'
import type { Deps } from '../../deps'
import { decodeCursor, encodeCursor } from '../../http/listing'
import type { Actor } from '../../lib/actor'
import { isoTimeOrNull, isoTime } from '../../lib/clock'
import { cancelTerms, depositDue, isDepositPaid, shownPolicy } from '../../lib/booking-rules'
import { callToPay } from '../../lib/contact'
import { must } from '../../lib/errors'
import { hasEnded } from '../../lib/job-states'
import { unitsFromCents } from '../../lib/money'
import { promisedSlot } from '../../lib/promised-time'
import { canPayOnline } from '../../providers/demo'
import { bookingPathOf } from '../../tokens/booking-link'
import {
  addressesOf,
  assertSameEmail,
  changeCustomer,
  customerByEmail,
  linkSeriesOf,
  readCustomer,
  tagsOf,
  type CustomerRow,
  type NamedEmails,
} from '../customers'
import { describeFile, filesOfCustomer } from '../files'
import { findFranchise, type KnownFranchise } from '../franchises'
import { ownInvoiceUrl, paidOnOf } from '../invoices'
import { customerMoves, moveTermsOf, presentJob, type JobRow } from '../jobs'
import { messagesTo, partyOf, textsFrom } from '../messages'
import { recordActivity } from '../office'
import { approvalsOfCustomer, cardsOfCustomer, refundableByJob, savedCardOf } from '../payments'
import { jobsWithReport, recordsOfCustomer } from '../records'
import { ownPlans, plansOfCustomer } from '../recurring'
import {
  AccountJob,
  type Account,
  type AccountQuery,
  type AccountInvoice,
  type CustomerExport,
  type LanguageInput,
  type StoredLanguage,
} from './model'

/** Everything customers may see about themselves, by the email address they verified. */
export async function readAccount(deps: Deps, proven: string, query: AccountQuery): Promise<Account> {
  assertSameEmail(proven, query)
  const customer = await customerByEmail(deps.store.read, proven)
  const nothing = {
    name: null,
    language: null,
    jobs: [],
    nextCursor: null,
    invoices: [],
    plans: [],
    card: null,
  }
  if (!customer) return { email: proven, ...nothing }
  const after = decodeCursor(query.cursor, ['number'])
  const rows = await deps.store.read
    .select()
    .from(jobs)
    .where(and(eq(jobs.customerId, customer.id), after ? lt(jobs.seq, Number(after[0])) : undefined))
    .orderBy(desc(jobs.seq))
    .limit(query.limit + 1)
  const shown = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? shown.at(-1) : undefined
  const refundable = await refundableByJob(
    deps.store.read,
    shown.map(({ id }) => id),
  )
  const serving = await franchisesOf(
    deps,
    shown.map(({ franchiseId }) => franchiseId),
  )
  const moves = await customerMoves(
    deps.store.read,
    shown.map(({ id }) => id),
  )
  const reported = await jobsWithReport(deps.store.read, shown)
  const paysOnline = canPayOnline(deps.config)
  const zoneOf = ({ franchiseId }: JobRow) =>
    serving.get(franchiseId)?.timeZone ?? deps.settings.business.timeZone
  return {
    email: proven,
    name: customer.name,
    language: customer.language,
    jobs: shown.map((row) =>
      AccountJob.parse({
        ...presentJob(row),
        ...cancelingNow(row, refundable.get(row.id) ?? 0, deps.clock.now()),
        move: movingNow(deps, row, moves.get(row.id) ?? 0, serving.get(row.franchiseId)?.timeZone),
        deposit: unitsFromCents(depositDue(row)),
        isDepositPaid: isDepositPaid(row),
        depositPath: payPathOf(deps, row, customer),
        hasReport: reported.has(row.id),
        arrival: row.status === 'scheduled' ? promisedSlot(row, zoneOf(row)) : null,
        timeZone: zoneOf(row),
        howToPay: paysOnline ? null : callToPay(serving.get(row.franchiseId)?.phone),
        phone: serving.get(row.franchiseId)?.phone ?? deps.settings.business.phone,
      }),
    ),
    nextCursor: last ? encodeCursor([last.seq]) : null,
    invoices: await invoicesOfCustomer(deps, customer.id),
    plans: await ownPlans(deps, customer.id),
    card: await savedCardOf(deps.store.read, customer.id),
  }
}

/** Where the deposit can be paid; null if none is due. */
function payPathOf(deps: Deps, job: JobRow, { linkSeries: series }: CustomerRow): string | null {
  return depositDue(job) > 0
    ? bookingPathOf(deps, { jobId: job.id, series }).replace('/done/', '/pay/')
    : null
}

/** The policy of a job, and the refund and fee if its customer cancels it now. */
function cancelingNow(job: JobRow, refundableCents: number, now: number) {
  const policy = shownPolicy(job, now)
  const feeCents = hasEnded(job.status) ? 0 : Math.min(cancelTerms(job, now).feeCents, refundableCents)
  return {
    refundable: unitsFromCents(refundableCents - feeCents),
    cancelFee: unitsFromCents(feeCents),
    policy: policy && {
      ...policy,
      freeUntil: isoTimeOrNull(policy.freeUntil),
      fee: policy.fee && { amount: unitsFromCents(policy.fee.cents), percent: policy.fee.percent },
    },
  }
}

function movingNow(deps: Deps, job: JobRow, moves: number, timeZone = deps.settings.business.timeZone) {
  const terms = moveTermsOf(deps, job, moves, timeZone)
  return terms && { ...terms, until: isoTimeOrNull(terms.until) }
}

/** Stores the language of the customer who verified this address. */
export async function storeLanguage(
  deps: Deps,
  proven: string,
  { language, ...named }: LanguageInput,
  query: NamedEmails,
): Promise<StoredLanguage> {
  assertSameEmail(proven, named, query)
  const customer = await customerByEmail(deps.store.read, proven)
  if (!customer) return { language: null }
  return { language: (await changeCustomer(deps, customer.id, { language }, 'customer')).language }
}

/** By id. A job without a known franchise uses the time zone of the business. */
async function franchisesOf({ store }: Deps, ids: (string | null)[]) {
  const known = new Map<string | null, KnownFranchise>()
  for (const id of new Set(ids)) {
    const franchise = id === null ? undefined : await findFranchise(store.read, id)
    if (franchise) known.set(id, franchise)
  }
  return known
}

const mostInvoices = 100

/** The newest invoices sent to the customer. Drafts stay internal, even after they are voided. */
export async function invoicesOfCustomer(deps: Deps, customerId: string): Promise<AccountInvoice[]> {
  const series = await linkSeriesOf(deps.store.read, customerId)
  const rows = await deps.store.read
    .select({ invoice: invoices })
    .from(invoices)
    .innerJoin(jobs, eq(jobs.id, invoices.jobId))
    .where(and(eq(jobs.customerId, customerId), ne(invoices.status, 'draft'), isNotNull(invoices.number)))
    .orderBy(desc(invoices.id))
    .limit(mostInvoices)
  return rows.map(({ invoice }) => ({
    id: invoice.id,
    kind: invoice.kind,
    status: invoice.status,
    number: must(invoice.number, 'The number of a sent invoice'),
    jobId: invoice.jobId,
    total: unitsFromCents(invoice.totalCents),
    issuedOn: invoice.issuedOn,
    dueOn: invoice.dueOn,
    paidAt: isoTimeOrNull(invoice.paidAt),
    paidOn: paidOnOf(deps, invoice),
    url: ownInvoiceUrl(deps, invoice, series),
  }))
}

/** Everything stored about one person, for that person. */
export async function exportCustomer(deps: Deps, id: string, actor: Actor): Promise<CustomerExport> {
  const db = deps.store.read
  const customer = await readCustomer(db, id)
  await deps.store.write((tx) =>
    recordActivity(tx, deps.clock.now(), {
      type: 'customer.exported',
      actor,
      summary: 'Exported everything stored about a customer',
      subject: { kind: 'customer', id, name: 'a customer' },
    }),
  )
  const own = await db.select().from(jobs).where(eq(jobs.customerId, id))
  const notes = await db
    .select({ jobId: jobNotes.jobId, text: jobNotes.text, createdAt: jobNotes.createdAt })
    .from(jobNotes)
    .innerJoin(jobs, eq(jobs.id, jobNotes.jobId))
    .where(eq(jobs.customerId, id))
  const about = await db
    .select({ text: customerNotes.text, createdAt: customerNotes.createdAt })
    .from(customerNotes)
    .where(and(eq(customerNotes.customerId, id), isNull(customerNotes.deletedAt)))
  const party = await partyOf(db, id)
  const everything = { limit: -1, after: null }
  const messages = await messagesTo(db, party, everything)
  const received = await textsFrom(db, party, everything)
  return {
    customer,
    jobs: own.map(presentJob),
    plans: await plansOfCustomer(deps, id),
    cards: await cardsOfCustomer(db, id),
    approvals: await approvalsOfCustomer(db, id),
    tags: await tagsOf(db, id, null),
    addresses: await addressesOf(db, id, null),
    notes: [...about.map((note) => ({ jobId: null, ...note })), ...notes].map((note) => ({
      ...note,
      createdAt: isoTime(note.createdAt),
    })),
    messages: messages.map(({ channel, template, recipient, state, createdAt, data }) => ({
      channel,
      template,
      recipient,
      state,
      text: template === 'reply' && typeof data.text === 'string' ? data.text : null,
      createdAt: isoTime(createdAt),
    })),
    files: (await filesOfCustomer(db, id)).map(describeFile),
    ...(await recordsOfCustomer(db, id)),
    received: received.map(({ sender, text, receivedAt }) => ({
      sender,
      text,
      receivedAt: isoTime(receivedAt),
    })),
  }
}
