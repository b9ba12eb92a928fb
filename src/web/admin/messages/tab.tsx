import { useFollowing } from '../../client/clock'
import { formatMoment } from '../../client/format'
import { Empty, RowLink } from '../../components'
import { settings } from '../session'
import { api } from '../session'
import { StateBadge, TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { Filters, optionsOf, SelectFilter, useFilters, useOpened, TabPage } from '../shared/tab-page'
import { plain } from '../shared/words'
import { MessageDrawer } from './drawer'
import { states } from './states'

export default function MessagesTab() {
  const query = useFilters('state', 'channel')
  const list = useList(api.admin.outbox, query)
  useFollowing(list.refresh)
  const { open } = useOpened()
  return (
    <TabPage title="Outbox">
      <Filters>
        <SelectFilter label="State" name="state" options={optionsOf('Any state', states)} />
        <SelectFilter
          label="Way"
          name="channel"
          options={optionsOf('E-mail and SMS', { email: 'E-mail', sms: 'SMS' })}
        />
      </Filters>
      <List
        list={list}
        caption="Messages"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={<Empty title="No messages">Whatever the service sends to people appears here first.</Empty>}
        columns={[
          { head: 'To', cell: ({ recipient }) => <RowLink>{recipient}</RowLink> },
          {
            head: 'About',
            cell: ({ template, channel }) => (
              <TwoLines first={plain(template)} second={channel === 'email' ? 'E-mail' : 'SMS'} />
            ),
          },
          {
            head: 'Made',
            cell: ({ createdAt }) => <span class="nowrap">{formatMoment(createdAt, settings.timeZone)}</span>,
          },
          {
            head: 'State',
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
