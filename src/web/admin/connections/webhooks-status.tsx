import type { Subscription } from '../../../modules/webhooks'
import { Badge } from '../../components'

export const nameOf = ({ description, url }: Subscription): string => description ?? new URL(url).host

export function WebhookBadge({ webhook }: { webhook: Subscription }) {
  if (webhook.disabledBecause !== null) return <Badge tone="bad">Turned off</Badge>
  if (!webhook.enabled) return <Badge>Off</Badge>
  return webhook.failingSince === null ? <Badge tone="good">On</Badge> : <Badge tone="warn">Failing</Badge>
}
