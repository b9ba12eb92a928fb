import type { AuditEntry } from '../../../modules/office'
import { formatDate, formatPast, formatMoney } from '../../client/format'
import { jobWords } from '../../components/feedback'
import { actorName, plain } from '../shared/words'
import { zoneMark } from '../shared/zone-mark'
import type { Directory } from '../shell/directory'

type Kind = NonNullable<AuditEntry['subjectKind']>

/** How the filter names the kinds of records, and the tab that shows one; the job opens above every tab. */
export const subjects: Record<
  Kind,
  { label: string; place?: [tab: string, about?: Record<string, string>] }
> = {
  job: { label: 'Jobs' },
  customer: { label: 'Customers', place: ['customers'] },
  invoice: { label: 'Invoices', place: ['invoices'] },
  franchise: { label: 'Franchises', place: ['franchises'] },
  worker: { label: 'Technicians', place: ['workers'] },
  service: { label: 'Services', place: ['services'] },
  promo: { label: 'Promo codes', place: ['services'] },
  template: { label: 'Job templates', place: ['recurring', { part: 'templates' }] },
  plan: { label: 'Maintenance plans', place: ['recurring', { part: 'plans' }] },
  schedule: { label: 'Recurring billing', place: ['recurring', { part: 'schedules' }] },
  campaign: { label: 'Campaigns', place: ['campaigns'] },
  message: { label: 'Messages', place: ['messages'] },
  todo: { label: 'To-dos', place: ['today'] },
  transfer: { label: 'Transfers' },
  'payment-event': { label: 'Payment events', place: ['webhooks'] },
  webhook: { label: 'Webhooks', place: ['connections', { part: 'webhooks' }] },
  'api-key': { label: 'API keys', place: ['connections', { part: 'keys' }] },
  'hq-token': { label: 'HQ tokens', place: ['health', { part: 'tokens' }] },
  staff: { label: 'Staff' },
  setting: { label: 'Settings', place: ['settings'] },
}

export const doorWords: Record<AuditEntry['via'], string> = {
  console: 'Console',
  api: 'API',
  mcp: 'AI assistant',
  cli: 'Command line',
}

export interface Sentence {
  before: string
  /** The words that name the subject; empty if the sentence doesn't name it. */
  link: string
  after: string
}

type Said = Pick<AuditEntry, 'person' | 'summary' | 'subjectName' | 'subjectKind' | 'changes'>

/** "Dana refunded $40.00 on", "job TR-7K2Q9", "". */
export function sentenceOf(entry: Said, directory: Directory): Sentence {
  const { person, summary, subjectName, subjectKind, changes } = entry
  const words = `${actorName(person, directory)} ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`
  const at = subjectName === null ? -1 : words.lastIndexOf(subjectName)
  if (subjectName === null || at === -1) return { before: words, link: '', after: '' }
  const after = words.slice(at + subjectName.length)
  // The line below says what changed in a plan, field by field.
  const isListed = subjectKind === 'plan' && changes.length > 0
  return { before: words.slice(0, at), link: subjectName, after: isListed ? '' : after }
}

/** Splits text at the references of jobs, which are at the odd places: `for job `, `TR-7K2Q9`, ``. */
export const atReferences = (text: string): string[] => text.split(/(?<=\bjob )(TR-[0-9A-Z]{1,20})\b/)

/** `Price: $189.00 → $220.00`, one for each changed field. */
export function changesIn({ changes, franchiseId }: AuditEntry, directory: Directory): string[] {
  const momentText = (at: number) =>
    formatPast(new Date(at).toISOString(), directory.zoneOf(franchiseId)) + zoneMark(directory, franchiseId)
  return changes.map(({ field, before, after }) => {
    const shown = (value: unknown) => valueText(field, value, directory, momentText)
    return `${fieldName(field)}: ${shown(before)} → ${shown(after)}`
  })
}

const fieldNames: Record<string, string> = {
  scheduledStart: 'Visit',
  scheduledEnd: 'End',
  workerId: 'Technician',
  secondWorkerId: 'Second technician',
  technicians: 'Technicians needed',
  gapMinutes: 'Minutes between',
  franchiseId: 'Franchise',
  taxBasisPoints: 'Tax',
  listPriceCents: 'Price',
  offeredCents: 'Price offered',
  intervalMonths: 'Months between visits',
  intervalWeeks: 'Weeks between visits',
  label: 'Name',
}

/** `Total` from `totalCents`, `Next billing date` from `nextBillingDate`. */
const fieldName = (field: string): string =>
  fieldNames[field] ??
  plain(field.replace(/Cents$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

const moments = new Set(['scheduledStart', 'scheduledEnd', 'validFrom', 'validUntil'])

function valueText(
  field: string,
  value: unknown,
  directory: Directory,
  momentText: (at: number) => string,
): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (Array.isArray(value)) return value.join(', ') || 'none'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (field === 'workerId' || field === 'secondWorkerId') return directory.workerName(text) || 'none'
  if (field === 'franchiseId') return directory.franchiseName(text)
  if (field === 'status') return jobWords[text] ?? plain(text)
  if (field === 'taxBasisPoints') return `${Number(value) / 100}%`
  if (field.endsWith('Cents')) return formatMoney(Number(value) / 100)
  if (moments.has(field)) return momentText(Number(value))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formatDate(text) : text
}
