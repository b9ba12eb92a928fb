import '../shared/kit'
import type { AuditEntry } from '../../../modules/office'
import { download } from '../../client/download'
import { formatPast } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Alert, Empty, Icon } from '../../components'
import { linkTo, openJob, setAddress } from '../address'
import { api, settings } from '../session'
import { ExportButton } from '../shared/export-button'
import { List, useList } from '../shared/list'
import { DateFilter, Filters, optionsOf, SelectFilter, TabPage, useFilters } from '../shared/tab-page'
import { actorName } from '../shared/words'
import { spanOfDay } from '../shared/zone'
import { useDirectory } from '../shell/directory'
import { changesIn, doorWords, sentenceOf, subjects } from './sentence'
import { WithJobs } from './with-jobs'

/** Every change by HQ: who made it, when and from where. */
export default function ActivityTab() {
  const directory = useDirectory()
  const { from, to, ...chosen } = useFilters('person', 'subjectKind', 'subjectId', 'from', 'to')
  const query = {
    ...chosen,
    from: from && spanOfDay(from, settings.timeZone).from,
    to: to && spanOfDay(to, settings.timeZone).to,
  }
  const list = useList(api.admin.activity, query)
  const { data } = useLoad((signal) => api.admin.activity.people.get({ signal }))
  const people = Object.fromEntries(
    (data?.people ?? []).map(({ id, name }) => [id, actorName(name, directory)]),
  )
  const kinds = Object.fromEntries(Object.entries(subjects).map(([kind, { label }]) => [kind, label]))
  const isFiltered = Object.values(query).some((value) => value !== '')
  return (
    <TabPage
      title="Activity"
      actions={
        <ExportButton
          onExport={() => download(api.admin.activity, 'activity.csv', { ...query, format: 'csv' })}
        />
      }
    >
      <Filters folds>
        <SelectFilter label="Person" name="person" options={optionsOf('Everyone', people)} />
        <SelectFilter label="About" name="subjectKind" options={optionsOf('Everything', kinds)} />
        <DateFilter label="From" name="from" />
        <DateFilter label="To" name="to" />
      </Filters>
      {chosen.subjectId !== '' && (
        <Alert>
          <p>
            You see the changes to one record only.{' '}
            <button type="button" class="link-button" onClick={() => setAddress({ subjectId: null })}>
              Show all
            </button>
          </p>
        </Alert>
      )}
      <List
        list={list}
        caption="Changes made at headquarters"
        keyOf={({ id }) => String(id)}
        empty={
          isFiltered ? (
            <Empty title="No matching changes">Remove a filter to see more.</Empty>
          ) : (
            <Empty title="No changes yet" icon={<Icon name="history" />}>
              When someone at headquarters refunds, cancels, reschedules or changes something, it shows up
              here for two years.
            </Empty>
          )
        }
        columns={[
          { head: 'Change', cell: (entry) => <Change entry={entry} /> },
          {
            head: 'When',
            cell: ({ at }) => <span class="nowrap">{formatPast(at, settings.timeZone)}</span>,
          },
          {
            head: 'Source',
            cell: ({ via, address }) => (
              <span class="wrap-anywhere">{[doorWords[via], address].filter(Boolean).join(' · ')}</span>
            ),
          },
        ]}
      />
    </TabPage>
  )
}

function Change({ entry }: { entry: AuditEntry }) {
  const directory = useDirectory()
  const { before, link, after } = sentenceOf(entry, directory)
  const changes = changesIn(entry, directory)
  return (
    <span class="todo-text">
      <span>
        <WithJobs text={before} />
        {link !== '' && <Subject entry={entry} words={link} />}
        <WithJobs text={after} />
      </span>
      {changes.length > 0 && <small>{changes.join(' · ')}</small>}
    </span>
  )
}

/** Opens the record, if it has a page. */
function Subject({ entry: { subjectKind, subjectId }, words }: { entry: AuditEntry; words: string }) {
  if (subjectKind === null || subjectId === null) return <>{words}</>
  if (subjectKind === 'job')
    return (
      <button type="button" class="link-button" onClick={() => openJob(subjectId)}>
        {words}
      </button>
    )
  const { place } = subjects[subjectKind] ?? {}
  if (!place) return <>{words}</>
  const [tab, about] = place
  return <a href={linkTo(tab, { ...about, id: subjectId })}>{words}</a>
}
