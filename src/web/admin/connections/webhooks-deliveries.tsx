import { useEffect, useState } from 'preact/hooks'
import type { DeliveryDetail, Subscription } from '../../../modules/webhooks'
import { every, now } from '../../client/clock'
import { formatPast } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Button, RowLink, SelectField, Table, toast } from '../../components'
import { api, settings } from '../session'
import { Facts, Section, StateBadge } from '../shared/facts'
import { List, Loaded, useItem, useList } from '../shared/list'
import { optionsOf } from '../shared/tab-page'

const states = {
  queued: 'Waiting or retrying',
  sending: 'Sending',
  delivered: 'Delivered',
  failed: 'Failed',
  cancelled: 'Canceled',
}

/** A delivery that waits after a failed attempt is a retry. */
const wordsFor = ({ attempts }: { attempts: number }) => ({
  ...states,
  queued: attempts === 0 ? 'Waiting' : 'Retrying',
})

const spans = [
  { value: '1', label: 'Hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
]

interface DeliveriesProps {
  webhook: Subscription
  onChange: () => void
}

/** The delivery log. One delivery opens in its place, with everything that was sent and answered. */
export function Deliveries({ webhook, onChange }: DeliveriesProps) {
  const hook = api.admin['webhook-subscriptions'](webhook.id)
  const [state, setState] = useState('')
  const [hours, setHours] = useState('24')
  const [opened, setOpened] = useState('')
  const list = useList(hook.deliveries, { limit: '20', state })
  const refresh = () => {
    list.reload()
    onChange()
  }
  const testing = useAction(async () => {
    const { id } = await hook.test.post()
    toast('Test event on its way')
    setOpened(id)
    list.reload()
  })
  const replaying = useAction(async () => {
    const since = new Date(now() - Number(hours) * 3_600_000).toISOString()
    const { replayed } = await hook.replay.post({ since })
    toast(replayed === 1 ? '1 event on its way again' : `${replayed} events on their way again`)
    refresh()
  })
  const problem = testing.problem ?? replaying.problem
  const back = () => {
    setOpened('')
    refresh()
  }
  if (opened !== '') return <DeliveryView id={opened} onBack={back} onChange={refresh} />
  return (
    <Section
      title="Deliveries"
      actions={
        <span class="row">
          <Button size="small" onClick={refresh}>
            Refresh
          </Button>
          {webhook.enabled && (
            <Button size="small" busy={testing.busy} onClick={() => void testing.run()}>
              Send test event
            </Button>
          )}
        </span>
      }
    >
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      <div class="row-apart">
        <SelectField
          label="Status"
          value={state}
          onChoice={setState}
          options={optionsOf('Any status', states)}
        />
        {webhook.enabled && state === 'failed' && list.items.length > 0 && (
          <span class="row">
            <SelectField label="Failed in the last" value={hours} onChoice={setHours} options={spans} />
            <Button size="small" busy={replaying.busy} onClick={() => void replaying.run()}>
              Resend all
            </Button>
          </span>
        )}
      </div>
      <List
        list={list}
        caption="Deliveries of the last 30 days"
        keyOf={({ id }) => id}
        onOpen={({ id }) => setOpened(id)}
        empty={
          state === '' ? 'Nothing sent yet. Send a test event to try it.' : 'No deliveries with this status.'
        }
        columns={[
          { head: 'Event', cell: ({ type }) => <RowLink>{type}</RowLink> },
          {
            head: 'Time',
            cell: ({ createdAt }) => <span class="nowrap">{formatPast(createdAt, settings.timeZone)}</span>,
          },
          { head: 'Status', cell: (one) => <StateBadge state={one.state} words={wordsFor(one)} /> },
          { head: 'Result', cell: ({ lastStatus, lastError }) => answerText(lastStatus, lastError) },
          { head: 'Attempts', end: true, cell: ({ attempts }) => attempts },
        ]}
      />
    </Section>
  )
}

/** A delivery that wasn't tried yet has neither. */
const answerText = (status: number | null, error: string | null): string =>
  error ?? (status === null ? '' : `HTTP ${status}`)

/** How often a delivery that is on its way is looked at again. */
const refreshMs = 1_000

interface DeliveryViewProps {
  id: string
  onBack: () => void
  onChange: () => void
}

function DeliveryView({ id, onBack, onChange }: DeliveryViewProps) {
  const load = useItem(api.admin['webhook-deliveries'], id)
  const delivery = load.data?.delivery
  const isOnItsWay =
    delivery !== undefined &&
    (delivery.state === 'sending' || (delivery.state === 'queued' && delivery.attempts === 0))
  useEffect(() => (isOnItsWay ? every(refreshMs, load.reload) : undefined), [id, isOnItsWay])
  const replaying = useAction(async () => {
    await api.admin['webhook-deliveries'](id).replay.post()
    toast('Event on its way again')
    load.reload()
    onChange()
  })
  return (
    <Section
      title="Delivery"
      actions={
        <span class="row">
          <Button size="small" onClick={onBack}>
            All deliveries
          </Button>
          <Button size="small" onClick={load.reload}>
            Refresh
          </Button>
          <Button size="small" kind="primary" busy={replaying.busy} onClick={() => void replaying.run()}>
            Resend
          </Button>
        </span>
      }
    >
      {replaying.problem !== null && <Alert tone="bad">{replaying.problem}</Alert>}
      <Loaded load={load}>{(found) => <DeliveryFacts detail={found} />}</Loaded>
    </Section>
  )
}

/** The first retry comes after seconds, and would show the time of the attempt before. */
const soonText = (at: string): string =>
  Date.parse(at) < now() + 60_000 ? 'Within a minute' : formatPast(at, settings.timeZone)

function DeliveryFacts({ detail: { delivery, payload, log } }: { detail: DeliveryDetail }) {
  const { dueAt, endedAt } = delivery
  return (
    <div class="stack">
      <Facts
        facts={[
          ['Event', <code>{delivery.type}</code>],
          ['Event ID', <code class="wrap-anywhere">{delivery.eventId}</code>],
          ['Status', <StateBadge state={delivery.state} words={wordsFor(delivery)} />],
          ['Last error', delivery.lastError],
          ['Next attempt', dueAt && soonText(dueAt)],
          ['Ended', endedAt && formatPast(endedAt, settings.timeZone)],
        ]}
      />
      {log.length > 0 && (
        <Table
          caption="Attempts"
          captionShown
          rows={log}
          keyOf={({ at }) => at}
          columns={[
            { head: 'Time', cell: ({ at }) => formatPast(at, settings.timeZone) },
            { head: 'Result', cell: ({ status, error }) => answerText(status, error) },
            { head: 'Duration', end: true, cell: ({ durationMs }) => `${durationMs} ms` },
            {
              head: 'Response',
              cell: ({ response }) => response && <code class="wrap-anywhere">{response}</code>,
            },
          ]}
        />
      )}
      <h4>Payload</h4>
      {payload === null ? (
        <p class="soft">The customer was erased, so we no longer have this event.</p>
      ) : (
        <pre class="code-block" tabIndex={0}>
          {JSON.stringify(JSON.parse(payload), null, 2)}
        </pre>
      )}
    </div>
  )
}
