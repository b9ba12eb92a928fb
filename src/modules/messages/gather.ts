import { inArray } from 'drizzle-orm'
import { campaigns, franchises } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { optedOut, undeliverableAmong } from '../customers'
import type { Channel, OutboxRow } from './outbox'
import { templateNamed } from './templates/registry'

export interface Gathered {
  campaigns: Map<string, { subject: string | null; text: string }>
  optedOut: Record<Channel, Set<string>>
  /** Addresses that don't accept messages, and why. */
  unreachable: Record<Channel, Map<string, string>>
  timeZones: Map<string, string>
}

/** In a demo, and for addresses that nobody has. */
export const staysHere = ({ providers }: Deps, { channel, recipient }: OutboxRow): boolean =>
  providers[channel].staysHere(recipient)

/** Reads everything that judging needs; for the usual email about a booking, that is nothing. */
export async function gather(deps: Deps, tx: Tx, rows: OutboxRow[]): Promise<Gathered> {
  const bulk = rows.filter(({ template }) => templateNamed(template)?.bulk)
  const byMail = bulk.filter(({ channel }) => channel === 'email').map(({ recipient }) => recipient)
  const bulkTexts = bulk.filter(({ channel }) => channel === 'sms')
  const otherTexts = rows.filter((row) => row.channel === 'sms' && !bulkTexts.includes(row))
  const leavingBy = (channel: Channel) =>
    rows.filter((row) => row.channel === channel && !staysHere(deps, row)).map(({ recipient }) => recipient)
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
    unreachable: {
      email: await undeliverableAmong(tx, 'email', leavingBy('email')),
      sms: await undeliverableAmong(tx, 'sms', leavingBy('sms')),
    },
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
