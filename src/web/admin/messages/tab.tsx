import { useFollowing } from '../../client/clock'
import { formatMoment, formatPhone } from '../../client/format'
import { Empty, RowLink } from '../../components'
import { api, settings } from '../session'
import { StateBadge, TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { Filters, optionsOf, SelectFilter, useFilters, useOpened, TabPage } from '../shared/tab-page'
import { MessageDrawer } from './drawer'
import { states } from './states'
import { topicOf } from './topics'

export default function MessagesTab() {
  const query = useFilters('state', 'channel')
  const list = useList(api.admin.outbox, query)
  useFollowing(list.refresh)
  const { open } = useOpened()
  return (
    <TabPage title="Outbox">
      <Filters>
        <SelectFilter label="Status" name="state" options={optionsOf('Any status', states)} />
        <SelectFilter
          label="Channel"
          name="channel"
          options={optionsOf('Email and SMS', { email: 'Email', sms: 'SMS' })}
        />
      </Filters>
      <List
        list={list}
        caption="Messages"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={
          query.state === '' && query.channel === '' ? (
            <Empty title="No messages yet">Every email and text to your customers shows up here.</Empty>
          ) : (
            <Empty title="No matching messages">Remove a filter to see more.</Empty>
          )
        }
        columns={[
          {
            head: 'To',
            cell: ({ recipient, channel }) => (
              <RowLink>{channel === 'sms' ? formatPhone(recipient) : recipient}</RowLink>
            ),
          },
          {
            head: 'Message',
            cell: ({ template, channel }) => (
              <TwoLines first={topicOf(template)} second={channel === 'email' ? 'Email' : 'SMS'} />
            ),
          },
          {
            head: 'Created',
            cell: ({ createdAt }) => <span class="nowrap">{formatMoment(createdAt, settings.timeZone)}</span>,
          },
          {
            head: 'Status',
            cell: (message) => (
              <TwoLines
                first={<StateBadge state={message.state} words={states} />}
                second={message.lastError}
              />
            ),
          },
        ]}
      />
      <MessageDrawer onChange={list.reload} />
    </TabPage>
  )
}
