import type { Config } from '../../../config'
import { isoTime, isoTimeOrNull, minute } from '../../../lib/clock'

export type AlertKind = 'problem' | 'recovery' | 'test'

/** The subject of an alert: a stored incident, or an outage of the store itself. */
export interface Told {
  id: string
  check: string
  title: string
  action: string
  since: number
  endedAt: number | null
}

/** The text of an alert in one line, for texts and for chat programs. */
export function lineOf({ business, publicUrl }: Config, kind: AlertKind, told: Told): string {
  const lasted = Math.max(1, Math.round(((told.endedAt ?? told.since) - told.since) / minute))
  const minutes = `${lasted} minute${lasted === 1 ? '' : 's'}`
  const ending = {
    problem: `${told.title}. ${told.action}`,
    recovery: `Recovered after ${minutes}: ${told.title}.`,
    test: 'This is a test alert. If you can read it, alerts reach you.',
  }[kind]
  return `${business.name}: ${ending} ${publicUrl}/admin?tab=health&part=alerts`
}

/** The body for the webhook. Slack reads `text`, Discord reads `content`, and programs read the rest. */
export function bodyOf(config: Config, kind: AlertKind, told: Told): Record<string, string | null> {
  const line = lineOf(config, kind, told)
  return {
    text: line,
    content: line,
    id: told.id,
    kind,
    check: told.check,
    title: told.title,
    action: told.action,
    since: isoTime(told.since),
    endedAt: isoTimeOrNull(told.endedAt),
  }
}

/** The data of the `ops-alert` message template. */
export const messageData = ({ publicUrl, business }: Config, kind: AlertKind, told: Told) => ({
  kind,
  title: told.title,
  action: told.action,
  since: told.since,
  endedAt: told.endedAt,
  timeZone: business.timeZone,
  url: `${publicUrl}/admin?tab=health&part=alerts`,
})
