import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { zonedAt } from '../../lib/calendar'
import { headerText } from '../../lib/contact'
import { must } from '../../lib/errors'
import { missingProviders } from '../../providers/demo'
import { addressKey } from '../customers'
import { gather, staysHere, type Gathered } from './gather'
import { turnsOf } from './order'
import { recordCancelled, recordDead, recordDelay, recordKept, type Channel, type OutboxRow } from './outbox'
import { renderHtml } from './templates/layout'
import { valuesOf } from './templates/placeholders'
import { renderText } from './templates/plain-text'
import { templateNamed } from './templates/registry'
import { reworded, rewordedText, type OwnWording } from './templates/reword'
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
  | { kind: 'unreachable'; reason: string }
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
  { inOrder }: { inOrder: boolean },
): Promise<{ ready: Ready[]; undelivered: OutboxRow[] }> {
  const now = deps.clock.now()
  const missing = missingProviders(deps.config)
  const known = await gather(deps, tx, rows)
  const judge = judgeWith(deps, now, known)
  const leaving = inOrder ? rows.filter((row) => !staysHere(deps, row)) : []
  const turnOf = leaving.length === 0 ? () => null : await turnsOf(tx, now, leaving)
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
    const until = turnOf(row)
    const verdict: Verdict = until === null ? judge(row) : { kind: 'delay', until }
    if (verdict.kind === 'send') ready.push(verdict.ready)
    else if (verdict.kind === 'keep') kept.push(row)
    else if (verdict.kind === 'delay')
      await recordDelay(tx, row, { dueAt: verdict.until, error: null, refund: true })
    else if (verdict.kind === 'cancel') await recordCancelled(tx, row, verdict.reason)
    // The to-do about the address tells HQ already.
    else await recordDead(tx, now, row, verdict.reason, verdict.kind === 'dead')
  }
  await recordKept(
    tx,
    now,
    kept.map(({ id }) => id),
  )
  return { ready, undelivered }
}

function judgeWith(deps: Deps, now: number, known: Gathered) {
  return (row: OutboxRow): Verdict => {
    const template = templateNamed(row.template)
    if (template?.usefulFor !== undefined && now > row.createdAt + template.usefulFor)
      return { kind: 'cancel', reason: outdated }
    const address = addressKey(row.channel, row.recipient)
    if (known.optedOut[row.channel].has(address) && (row.channel === 'sms' || template?.bulk))
      return { kind: 'cancel', reason: 'The recipient has opted out' }
    const trouble = known.unreachable[row.channel].get(address)
    // A code is always tried, because it is how the owner of an address proves that it works.
    if (trouble !== undefined && !template?.secret)
      return { kind: 'unreachable', reason: `Not sent, because earlier messages failed. ${trouble}` }
    if (row.channel === 'sms' && template?.bulk) {
      const until = quietUntil(
        now,
        known.timeZones.get(row.franchiseId ?? '') ?? deps.settings.business.timeZone,
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
      const until = message.template.usefulUntil?.(message.data)
      if (until !== undefined && now >= until) return { kind: 'cancel', reason: outdated }
      return staysHere(deps, row) && !message.template.secret
        ? { kind: 'keep' }
        : { kind: 'send', ready: { row, message } }
    } catch (error) {
      if (error instanceof Unrenderable) return { kind: 'dead', reason: error.message }
      throw error
    }
  }
}

const outdated = 'It was no longer useful'

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

/** `own` is the office's own wording, if it has one. */
export function renderMessage(
  { template, data }: { template: MessageTemplate; data: unknown },
  channel: Channel,
  brand: Brand,
  unsubscribeUrl: string | null,
  own: OwnWording | null = null,
): Rendered {
  const values = own === null ? {} : valuesOf(own.names, data, brand)
  if (channel === 'sms') {
    const [words = '', ...ours] = [must(template.sms?.(data, brand), 'The text')].flat()
    const shown = own === null ? words : rewordedText(words, own, values)
    return { subject: null, html: null, text: completeText([shown, ...ours].join(' '), brand) }
  }
  const written = must(template.email?.(data, brand), 'The email')
  const draft = own === null ? written : reworded(written, own, values)
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
