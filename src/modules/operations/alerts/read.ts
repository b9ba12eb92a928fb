import { desc, isNotNull } from 'drizzle-orm'
import { incidents } from '../../../../db/schema'
import type { Deps } from '../../../deps'
import { isoTime, isoTimeOrNull } from '../../../lib/clock'
import type { AlertOverview } from '../model'
import { openIncidents, type Incident } from './watch'

const recentShown = 20

/** The webhook's address can contain a key, so only its host is shown. */
export async function readAlerts({ config, store }: Deps): Promise<AlertOverview> {
  const { email, phone, webhookUrl } = config.alerts
  const recent = await store.read
    .select()
    .from(incidents)
    .where(isNotNull(incidents.endedAt))
    .orderBy(desc(incidents.id))
    .limit(recentShown)
  return {
    to: {
      email: email ?? null,
      phone: phone ?? null,
      webhook: webhookUrl === undefined ? null : new URL(webhookUrl).host,
    },
    incidents: [...(await openIncidents(store.read)), ...recent].map(shown),
  }
}

const shown = ({ id, check, title, action, since, alertedAt, endedAt }: Incident) => ({
  id,
  check,
  title,
  action,
  since: isoTime(since),
  alertedAt: isoTimeOrNull(alertedAt),
  endedAt: isoTimeOrNull(endedAt),
})
