import { inArray } from 'drizzle-orm'
import { campaigns, franchises } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { zonedAt } from '../../lib/calendar'
import { headerText } from '../../lib/contact'
import { must } from '../../lib/errors'
import { missingProviders } from '../../providers/demo'
import { addressKey, optedOut } from '../customers'
import { recordCancelled, recordDead, recordDelay, recordKept, type Channel, type OutboxRow } from './outbox'
import { renderHtml } from './templates/layout'
import { renderText } from './templates/plain-text'
import { templateNamed } from './templates/registry'
import { textIn, type Brand, type MessageTemplate } from './templates/template'

/** A claimed message with checked data, ready to send. */
export interface Ready {
  row: OutboxRow
  message: { template: MessageTemplate; data: unknown }
}

type Verdict =
  | { kind: 'send'; ready: Ready }
  | { kind: 'keep' }
  | { kind: 'dead'; reason: string }
  | { kind: 'cancel'; reason: string }
  | { kind: 'delay'; until: number }

/**
 * Settles messages that need no sending, in the unit that claimed them; in a demo that is nearly every one, without
 * another commit. Returns the rest, and those that no provider can take.
 */
export async function triage(
  deps: Deps,
  tx: Tx,
  rows: OutboxRow[],
): Promise<{ ready: Ready[]; undelivered: OutboxRow[] }> {
  const now = deps.clock.now()
  const missing = missingProviders(deps.config)
  const judge = judgeWith(deps, now, await gather(tx, rows))
  const ready: Ready[] = []
  const kept: OutboxRow[] = []
  const undelivered: OutboxRow[] = []
  for (const row of rows) {
    // Health and the console say what to set up; a to-do per message would bury the others.
    if (missing.includes(row.channel)) {
      undelivered.push(row)
      await recordDead(tx, now, row, 'No provider is set up for this channel', false)
      continue
    }
    const verdict = judge(row)
    if (verdict.kind === 'send') ready.push(verdict.ready)
    else if (verdict.kind === 'keep') kept.push(row)
    else if (verdict.kind === 'delay')
      await recordDelay(tx, row, { dueAt: verdict.until, error: null, refund: true })
    else if (verdict.kind === 'cancel') await recordCancelled(tx, row, verdict.reason)
    else await recordDead(tx, now, row, verdict.reason, true)
  }
  await recordKept(
    tx,
    now,
    kept.map(({ id }) => id),
  )
  return { ready, undelivered }
}

interface Gathered {
  campaigns: Map<string, { subject: string | null; text: string }>
  optedOut: Record<Channel, Set<string>>
  timeZones: Map<string, string>
}

function judgeWith(deps: Deps, now: number, known: Gathered) {
  const { email, sms } = deps.providers
  return (row: OutboxRow): Verdict => {
    const template = templateNamed(row.template)
    if (template?.usefulFor !== undefined && now > row.createdAt + template.usefulFor)
      return { kind: 'cancel', reason: 'It was no longer useful' }
    if (
      known.optedOut[row.channel].has(addressKey(row.channel, row.recipient)) &&
      (row.channel === 'sms' || template?.bulk)
    )
      return { kind: 'cancel', reason: 'The recipient has opted out' }
    if (row.channel === 'sms' && template?.bulk) {
      const until = quietUntil(
        now,
        known.timeZones.get(row.franchiseId ?? '') ?? deps.config.business.timeZone,
      )
      if (until !== null) return { kind: 'delay', until }
    }
    try {
      const campaign = row.campaignId === null ? undefined : known.campaigns.get(row.campaignId)
      const message = checkMessage(
        row.template,
        row.channel,
        campaign ? { ...row.data, ...campaign } : row.data,
      )
      const staysHere =
        row.channel === 'email' ? email.staysHere(row.recipient) : sms.staysHere(row.recipient)
      return staysHere && !message.template.secret
        ? { kind: 'keep' }
        : { kind: 'send', ready: { row, message } }
    } catch (error) {
      if (error instanceof Unrenderable) return { kind: 'dead', reason: error.message }
      throw error
    }
  }
}

/** Reads everything that judging needs; for the usual email about a booking, that is nothing. */
async function gather(tx: Tx, rows: OutboxRow[]): Promise<Gathered> {
  const bulk = rows.filter(({ template }) => templateNamed(template)?.bulk)
  const byMail = bulk.filter(({ channel }) => channel === 'email').map(({ recipient }) => recipient)
  const bulkTexts = bulk.filter(({ channel }) => channel === 'sms')
  const otherTexts = rows.filter((row) => row.channel === 'sms' && !bulkTexts.includes(row))
  const [mailOuts, textOuts, moreTextOuts] = [
    await optedOut(tx, 'email', byMail, true),
    await optedOut(
      tx,
      'sms',
      bulkTexts.map(({ recipient }) => recipient),
      true,
    ),
    await optedOut(
      tx,
      'sms',
      otherTexts.map(({ recipient }) => recipient),
      false,
    ),
  ]
  return {
    campaigns: await campaignTexts(tx, idsOf(rows, 'campaignId')),
    optedOut: { email: mailOuts, sms: textOuts.union(moreTextOuts) },
    timeZones: await timeZonesOf(tx, idsOf(bulkTexts, 'franchiseId')),
  }
}

function idsOf(rows: OutboxRow[], key: 'campaignId' | 'franchiseId'): string[] {
  return [...new Set(rows.flatMap((row) => row[key] ?? []))]
}

export async function campaignTexts(tx: Tx, ids: string[]): Promise<Gathered['campaigns']> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: campaigns.id, subject: campaigns.subject, text: campaigns.template })
    .from(campaigns)
    .where(inArray(campaigns.id, ids))
  return new Map(rows.map(({ id, subject, text }) => [id, { subject, text }]))
}

async function timeZonesOf(tx: Tx, franchiseIds: string[]): Promise<Gathered['timeZones']> {
  if (franchiseIds.length === 0) return new Map()
  const rows = await tx
    .select({ id: franchises.id, timeZone: franchises.timeZone })
    .from(franchises)
    .where(inArray(franchises.id, franchiseIds))
  return new Map(rows.map(({ id, timeZone }) => [id, timeZone]))
}

const quietFrom = 21
const quietTo = 8

/** The next time bulk texts may go out, or null if they may go now. Never between 9 PM and 8 AM local time. */
export function quietUntil(now: number, timeZone: string): number | null {
  const local = zonedAt(now, timeZone)
  if (local.hour >= quietTo && local.hour < quietFrom) return null
  const day = local.hour >= quietFrom ? local.toPlainDate().add({ days: 1 }) : local.toPlainDate()
  return day.toZonedDateTime({ timeZone, plainTime: { hour: quietTo } }).epochMilliseconds
}

export interface Rendered {
  subject: string | null
  html: string | null
  text: string
}

/** A message with an unknown template, or with data that doesn't fit its template. */
export class Unrenderable extends Error {
  override name = 'Unrenderable'
}

const longestSubject = 200

/** The template and its checked data. */
export function checkMessage(
  name: string,
  channel: Channel,
  data: unknown,
): { template: MessageTemplate; data: unknown } {
  const template = templateNamed(name)
  if (!template) throw new Unrenderable(`There is no template ${name}`)
  if (!template[channel]) throw new Unrenderable(`The template ${name} cannot be sent by ${channel}`)
  const checked = template.data.safeParse(data)
  if (checked.success) return { template, data: checked.data }
  const faults = checked.error.issues.map(({ path, message }) => `${path.join('.') || 'data'}: ${message}`)
  throw new Unrenderable(`The data does not fit the template ${name} (${faults.join('; ').slice(0, 200)})`)
}

export function renderMessage(
  { template, data }: { template: MessageTemplate; data: unknown },
  channel: Channel,
  brand: Brand,
  unsubscribeUrl: string | null,
): Rendered {
  if (channel === 'sms')
    return {
      subject: null,
      html: null,
      text: completeText(must(template.sms?.(data, brand), 'The text'), brand),
    }
  const draft = must(template.email?.(data, brand), 'The email')
  const subject = headerText(draft.subject).slice(0, longestSubject)
  const titled = { ...draft, subject }
  return {
    subject,
    html: renderHtml(titled, brand, unsubscribeUrl),
    text: renderText(titled, brand, unsubscribeUrl),
  }
}

/** A text is one line. Typographic marks would cost half of its length. */
function completeText(text: string, brand: Brand): string {
  const { words } = textIn(brand)
  return [
    text.replaceAll(/[–—]/g, '-').replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"'),
    brand.reference && words.reference(brand.reference),
    brand.simulated && words.simulated,
  ]
    .filter(Boolean)
    .join(' ')
}
