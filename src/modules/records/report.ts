import { eq } from 'drizzle-orm'
import { customers, workers } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { localDateAt } from '../../lib/calendar'
import { labelIn } from '../../lib/checklist'
import { conflict, missing } from '../../lib/errors'
import { referenceOf } from '../../lib/reference'
import { spokenLanguage, type Language } from '../../words/language'
import { reportWords, type ReportWords } from '../../words/report'
import { customerByEmail } from '../customers'
import { smallPictures, workPhotos, type SmallPicture } from '../files'
import { timeZoneOf } from '../franchises'
import { renderReport, type ReportDocument } from '../invoices'
import { findJob, type JobRow } from '../jobs'
import type { JobRecord } from './model'
import { recordOf } from './rows'

/** Keeps the file small; the portal shows all of them. */
const mostPhotos = 12

/** The report of a completed job as PDF, in the language of its customer. */
export async function reportFile(deps: Deps, job: JobRow): Promise<Response> {
  const { store, settings } = deps
  if (job.completedAt === null) throw conflict('There is a report once the visit is done.')
  const language = spokenLanguage(await languageOf(store.read, job), settings.languages.offered)
  const timeZone = await timeZoneOf(store.read, settings, job.franchiseId)
  const record = await recordOf(store.read, job)
  const photos = await workPhotos(store.read, job.id)
  const about = {
    language,
    timeZone,
    technician: await technicianOf(store.read, job),
    pictures: await smallPictures(deps, photos, mostPhotos),
    photoCount: photos.length,
  }
  const bytes = await renderReport(deps, documentOf(deps, job, record, about), language)
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="report-${referenceOf(job)}.pdf"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** For a customer with this verified address. Another customer's booking is as unknown as one that doesn't exist. */
export async function ownReport(deps: Deps, email: string, jobId: string): Promise<Response> {
  const customer = await customerByEmail(deps.store.read, email)
  const job = customer && (await findJob(deps.store.read, jobId))
  if (!job || job.customerId !== customer.id) throw missing('Booking')
  return reportFile(deps, job)
}

async function languageOf(db: Db, { customerId }: JobRow): Promise<Language> {
  if (customerId === null) return 'en'
  const [customer] = await db
    .select({ language: customers.language })
    .from(customers)
    .where(eq(customers.id, customerId))
    .limit(1)
  return customer?.language ?? 'en'
}

async function technicianOf(db: Db, { workerId }: JobRow): Promise<string> {
  if (workerId === null) return ''
  const [worker] = await db
    .select({ name: workers.name })
    .from(workers)
    .where(eq(workers.id, workerId))
    .limit(1)
  return worker?.name ?? ''
}

interface About {
  language: Language
  timeZone: string
  technician: string
  pictures: SmallPicture[]
  /** How many photos the visit has, also those without a small picture. */
  photoCount: number
}

function documentOf(
  { settings: { business } }: Pick<Deps, 'settings'>,
  job: JobRow,
  { items, signature }: JobRecord,
  { language, timeZone, technician, pictures, photoCount }: About,
): ReportDocument {
  const words = reportWords(language)
  const { facts } = words
  const done = job.completedAt ?? 0
  const lines: [string, string][] = [
    [facts.reference, referenceOf(job)],
    [facts.service, job.type],
    [facts.addOns, job.addOns.join(', ')],
    [facts.completed, words.when(done, timeZone)],
    [facts.customer, job.customerName],
    [facts.address, job.address],
    [facts.technician, technician],
  ]
  return {
    title: words.title,
    seller: business.name,
    color: business.color,
    date: localDateAt(done, timeZone),
    facts: lines.filter(([, value]) => value !== ''),
    head: words.head,
    answers: items.map((item) => [labelIn(item, language), answerText(item, words)]),
    photos: pictures.map(({ kind, bytes }) => ({
      caption: kind === 'before' ? words.before : words.after,
      bytes,
    })),
    morePhotos: photoCount > pictures.length ? words.morePhotos(photoCount - pictures.length) : null,
    signature: signature && {
      statement: signature.statement,
      strokes: signature.strokes,
      signer: signature.signer,
      about: [
        words[signature.way === 'drawn' ? 'signed' : 'typed'](
          words.when(Date.parse(signature.signedAt), timeZone),
        ),
        words.hash(signature.signedHash),
      ],
    },
  }
}

function answerText({ kind, value }: JobRecord['items'][number], words: ReportWords): string {
  if (value === null) return words.open
  if (kind === 'photo') return words.photo
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return String(value)
}
