import { useState } from 'preact/hooks'
import type { Subscription } from '../../../modules/webhooks'
import { formatPast } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Button, Confirm, Drawer, TextField, toast } from '../../components'
import { api, settings } from '../session'
import { Facts, Section } from '../shared/facts'
import { Loaded, useItem } from '../shared/list'
import { useOpened } from '../shared/tab-page'
import { Deliveries } from './webhooks-deliveries'
import { WebhookForm } from './webhooks-form'
import { nameOf, WebhookBadge } from './webhooks-status'

const hooks = api.admin['webhook-subscriptions']

export function WebhookDrawer({ onChange }: { onChange: () => void }) {
  const { id, close } = useOpened()
  const load = useItem(hooks, id)
  const reload = () => {
    load.reload()
    onChange()
  }
  const closeDeleted = () => {
    close()
    onChange()
  }
  return (
    <Drawer title={load.data ? nameOf(load.data) : 'Webhook'} open={id !== ''} onClose={close}>
      <Loaded load={load}>
        {(found) => <Details key={found.id} webhook={found} onChange={reload} onDeleted={closeDeleted} />}
      </Loaded>
    </Drawer>
  )
}

interface DetailsProps {
  webhook: Subscription
  onChange: () => void
}

function Details({ webhook, onChange, onDeleted }: DetailsProps & { onDeleted: () => void }) {
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState(false)
  const { id, enabled } = webhook
  const turning = useAction(async () => {
    await hooks(id).patch({ enabled: !enabled })
    toast(enabled ? 'Webhook turned off' : 'Webhook turned on')
    onChange()
  })
  if (editing)
    return (
      <WebhookForm
        webhook={webhook}
        onCancel={() => setEditing(false)}
        onDone={() => {
          setEditing(false)
          onChange()
        }}
      />
    )
  return (
    <div>
      <Trouble webhook={webhook} />
      {turning.problem !== null && <Alert tone="bad">{turning.problem}</Alert>}
      <Section title="Webhook">
        <Facts
          facts={[
            ['Status', <WebhookBadge webhook={webhook} />],
            ['Address', <span class="wrap-anywhere">{webhook.url}</span>],
            ['Events', webhook.types.length === 0 ? 'All events' : webhook.types.join(', ')],
            ['Contact email', webhook.contactEmail],
            ['Added', formatPast(webhook.createdAt, settings.timeZone)],
          ]}
        />
        <div class="row">
          <Button size="small" onClick={() => setEditing(true)}>
            Edit
          </Button>
          <Button size="small" busy={turning.busy} onClick={() => void turning.run()}>
            {enabled ? 'Turn off' : 'Turn on'}
          </Button>
          <Button size="small" onClick={() => setAsking(true)}>
            Delete
          </Button>
        </div>
      </Section>
      <Secret webhook={webhook} onChange={onChange} />
      <Deliveries webhook={webhook} onChange={onChange} />
      <Confirm
        title="Delete this webhook?"
        open={asking}
        action="Delete webhook"
        danger
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await hooks(id).delete()
          toast('Webhook deleted')
          onDeleted()
        }}
      >
        <p>
          Events that are still waiting won't be sent, and the webhook's delivery log will be deleted. You
          can't undo this.
        </p>
      </Confirm>
    </div>
  )
}

function Trouble({ webhook }: { webhook: Subscription }) {
  const { disabledBecause, failingSince, enabled } = webhook
  if (disabledBecause !== null)
    return (
      <Alert tone="bad">
        {disabledBecause === 'gone'
          ? 'We turned this webhook off because its receiver answered HTTP 410 (Gone), which asks us to stop.'
          : 'We turned this webhook off because it failed for 5 days.'}{' '}
        Fix the receiver, then turn it on again. Events that are still waiting go out then.
      </Alert>
    )
  if (!enabled || failingSince === null) return null
  return (
    <Alert tone="warn">
      This webhook has been failing since{' '}
      <span class="nowrap">{formatPast(failingSince, settings.timeZone)}</span>. We'll keep trying. If it
      still fails after 5 days, we'll turn it off.
    </Alert>
  )
}

function Secret({ webhook, onChange }: DetailsProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const { id, previousSecretUntil } = webhook
  const showing = useAction(async () => setSecret((await hooks(id).secret.post()).secret))
  const rotating = useAction(async () => {
    await hooks(id).rotate.post()
    setSecret(null)
    toast('New secret created')
    onChange()
  })
  const problem = showing.problem ?? rotating.problem
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => toast('Secret copied'),
      () => toast("We couldn't copy the secret. Select it and copy it yourself.", 'bad'),
    )
  return (
    <Section title="Signing secret">
      <p class="soft small">
        Your software uses this secret to verify that an event comes from us. Treat it like a password.
      </p>
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      {secret !== null && (
        <div class="secret">
          <TextField
            label="Secret"
            readOnly
            value={secret}
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
      )}
      {previousSecretUntil !== null && (
        <p class="soft small">
          The previous secret works until {formatPast(previousSecretUntil, settings.timeZone)}.
        </p>
      )}
      <div class="row">
        {secret === null ? (
          <Button size="small" busy={showing.busy} onClick={() => void showing.run()}>
            Show secret
          </Button>
        ) : (
          <Button size="small" onClick={() => void copy(secret)}>
            Copy
          </Button>
        )}
        <Button size="small" busy={rotating.busy} onClick={() => void rotating.run()}>
          Rotate secret
        </Button>
      </div>
    </Section>
  )
}
