import '../shared/kit'
import type { OutboxItem } from '../../../modules/messages'
import { useFollowing } from '../../client/clock'
import { download } from '../../client/download'
import { formatPast, formatPhone } from '../../client/format'
import { Button, Empty, Icon, RowLink, SelectionBar, useSelection } from '../../components'
import { api, settings } from '../session'
import { ExportButton } from '../shared/export-button'
import { StateBadge, TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { useBulk } from '../shared/list-bulk'
import { SavedListViews } from '../shared/list-saved'
import { exportRows, useListView, type ListColumn } from '../shared/list-view'
import { Nothing } from '../shared/nothing'
import {
  DateFilter,
  Filters,
  optionsOf,
  SearchFilter,
  SelectFilter,
  useFilters,
  useOpened,
  TabPage,
} from '../shared/tab-page'
import { useMe } from '../shell/me'
import { MessageDrawer } from './drawer'
import { states } from './states'
import { topicOf } from './topics'

export default function MessagesTab() {
  const filters = useFilters('q', 'state', 'channel', 'from', 'to', 'sort', 'order')
  const view = useListView('messages', columns, { by: 'created', down: true })
  const query = { ...filters, ...view.sorted }
  const list = useList(api.admin.outbox, query)
  const { may } = useMe()
  const selection = useSelection()
  const rows = list.items.filter(({ id }) => selection.chosen.has(id))
  const count = rows.length === 1 ? '1 message' : `${rows.length} messages`
  const bulk = useBulk<OutboxItem>(recipientOf, list.reload)
  useFollowing(list.refresh)
  const { open } = useOpened()
  return (
    <TabPage
      title="Outbox"
      actions={
        <span class="row">
          <SavedListViews list="messages" filters={filters} columns={view.shown} />
          {view.chooser}
          <ExportButton
            onExport={() => download(api.admin.outbox, 'messages.csv', { ...query, format: 'csv' })}
          />
        </span>
      }
    >
      <Filters folds>
        <SearchFilter label="Name, email, phone or text" />
        <SelectFilter label="Status" name="state" options={optionsOf('Any status', states)} />
        <SelectFilter
          label="Channel"
          name="channel"
          options={optionsOf('Emails and texts', { email: 'Email', sms: 'Text' })}
        />
        <DateFilter label="Created from" name="from" />
        <DateFilter label="Created to" name="to" />
      </Filters>
      <List
        list={list}
        caption="Messages"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        columns={view.columns}
        sorting={view.sorting}
        selection={{ ...selection, nameOf: recipientOf }}
        empty={
          <Nothing
            filters={filters}
            what="messages"
            hint="Try the start of the name, email or phone number, the kind of message such as “invoice”, or words you wrote in a reply."
          >
            <Empty title="No messages yet" icon={<Icon name="mail" />}>
              Every email and text to your customers shows up here.
            </Empty>
          </Nothing>
        }
      />
      <SelectionBar count={rows.length} onClear={selection.clear}>
        {may('messages.write') && (
          <Button
            size="small"
            onClick={() =>
              void bulk.run(
                { doing: `Sending ${count} again`, done: `Sent ${count} again` },
                rows,
                ({ id, state }) => api.admin.outbox(id).resend.post({ state }),
              )
            }
          >
            Send again
          </Button>
        )}
        <Button size="small" onClick={() => exportRows('messages', view.columns, rows)}>
          Export selected
        </Button>
      </SelectionBar>
      {bulk.dialog}
      <MessageDrawer onChange={list.reload} />
    </TabPage>
  )
}

const addressOf = ({ recipient, channel }: OutboxItem): string =>
  channel === 'sms' ? formatPhone(recipient) : recipient

/** Messages such as sign-in codes know only the address. */
const recipientOf = (message: OutboxItem): string => message.name ?? addressOf(message)

const columns: ListColumn<OutboxItem>[] = [
  {
    id: 'to',
    head: 'To',
    sort: 'recipient',
    always: true,
    text: (message) =>
      message.name === null ? addressOf(message) : `${message.name} <${addressOf(message)}>`,
    cell: (message) => (
      <TwoLines
        first={<RowLink>{recipientOf(message)}</RowLink>}
        second={message.name !== null && addressOf(message)}
      />
    ),
  },
  {
    id: 'message',
    head: 'Message',
    sort: 'message',
    text: ({ template }) => topicOf(template),
    cell: ({ template, channel }) => (
      <TwoLines first={topicOf(template)} second={channel === 'email' ? 'Email' : 'Text'} />
    ),
  },
  {
    id: 'created',
    head: 'Created',
    sort: 'created',
    down: true,
    text: ({ createdAt }) => formatPast(createdAt, settings.timeZone),
    cell: ({ createdAt }) => <span class="nowrap">{formatPast(createdAt, settings.timeZone)}</span>,
  },
  {
    id: 'status',
    head: 'Status',
    sort: 'status',
    text: ({ state }) => states[state] ?? state,
    cell: (message) => (
      <TwoLines first={<StateBadge state={message.state} words={states} />} second={message.lastError} />
    ),
  },
]
