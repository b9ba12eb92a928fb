import { formatPast } from '../../client/format'
import { Empty } from '../../components'
import { changesIn, sentenceOf } from '../activity/sentence'
import { api, settings } from '../session'
import { List, useList } from '../shared/list'
import { useDirectory } from '../shell/directory'

/** The changes that people at HQ made to this customer. */
export function CustomerActivity({ customerId }: { customerId: string }) {
  const directory = useDirectory()
  const list = useList(api.admin.activity, {
    subjectKind: 'customer',
    subjectId: customerId,
    limit: '20',
  })
  return (
    <List
      list={list}
      caption="Changes to this customer"
      keyOf={({ id }) => String(id)}
      empty={
        <Empty title="No changes yet">Changes that your team makes to this customer show up here.</Empty>
      }
      columns={[
        {
          head: 'Change',
          cell: (entry) => {
            const { before, link, after } = sentenceOf(entry, directory)
            return [`${before}${link}${after}`, ...changesIn(entry, directory)].join(' · ')
          },
        },
        { head: 'When', cell: ({ at }) => <span class="nowrap">{formatPast(at, settings.timeZone)}</span> },
      ]}
    />
  )
}
