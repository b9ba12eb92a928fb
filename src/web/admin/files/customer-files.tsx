import { useState } from 'preact/hooks'
import type { CustomerFile } from '../../../modules/files'
import { formatDated } from '../../client/format'
import { useLoad, usePages } from '../../client/hooks'
import { Pager, SelectField, Skeleton } from '../../components'
import { openJob } from '../address'
import { api, settings } from '../session'
import { Section } from '../shared/facts'
import { Trouble } from '../shared/list'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import { Adder } from './adder'
import { filesChanged, useFilesChanged } from './changes'
import { Photos } from './photos'

interface CustomerFilesProps {
  customerId: string
  /** Not for a customer who was erased or merged. */
  canAdd: boolean
}

/** All photos and documents of a customer, by visit. */
export function CustomerFiles({ customerId, canAdd }: CustomerFilesProps) {
  const { may } = useMe()
  const list = usePages(
    (cursor, signal) => api.admin.customers(customerId).files.get({ query: { cursor, limit: 60 }, signal }),
    [customerId],
  )
  useFilesChanged(list.reload)
  const visits = useVisits(customerId)
  const [chosen, setChosen] = useState<string | null>(null)
  const jobId = chosen ?? visits[0]?.value ?? null
  const canChange = canAdd && may('jobs.write')
  const choice = (
    <SelectField label="Visit" options={visits} value={jobId ?? ''} onChoice={(id) => setChosen(id)} />
  )
  return (
    <Section title="Photos and files">
      <Adder
        jobId={jobId}
        canAdd={canChange}
        onAdded={filesChanged}
        beside={visits.length > 1 ? choice : undefined}
      >
        {list.problem !== null && <Trouble text={list.problem} onRetry={list.reload} />}
        {list.data === null && list.problem === null && <Skeleton lines={2} />}
        {list.data !== null && list.items.length === 0 && (
          <p class="soft small">No photos yet. You'll see the photos of every visit here.</p>
        )}
        <div>
          {byJob(list.items).map((files) => (
            <VisitFiles key={files[0].jobId} files={files} canChange={canChange} />
          ))}
        </div>
        {list.more && (
          <Pager shown={list.items.length} more busy={list.busy} onMore={() => void list.showMore()} />
        )}
      </Adder>
    </Section>
  )
}

type Visit = readonly [CustomerFile, ...CustomerFile[]]

/** The visit with the newest photo first; within a visit, in the order they were added. */
function byJob(files: readonly CustomerFile[]): Visit[] {
  const groups = new Map<string, CustomerFile[]>()
  for (const file of files) groups.set(file.jobId, [file, ...(groups.get(file.jobId) ?? [])])
  return [...groups.values()] as unknown as Visit[]
}

function VisitFiles({ files, canChange }: { files: Visit; canChange: boolean }) {
  const { zoneOf } = useDirectory()
  const [{ jobId, jobType, visitAt, franchiseId }] = files
  const zone = zoneOf(franchiseId)
  const title = visitAt === null ? jobType : `${formatDated(visitAt, zone)} · ${jobType}`
  return (
    <div class="visit-photos">
      <h4>
        <button type="button" class="link-button" onClick={() => openJob(jobId)}>
          {title}
        </button>
      </h4>
      <Photos label={`Photos and files: ${title}`} files={files} canChange={canChange} zone={zone} />
    </div>
  )
}

/** The visits a photo can be added to: the next one first. */
function useVisits(customerId: string) {
  const { visits } = api.admin.customers(customerId)
  const load = useLoad(
    async (signal) => {
      const query = { limit: 10 }
      const upcoming = await visits.get({ query: { ...query, when: 'upcoming' }, signal })
      const past = await visits.get({ query: { ...query, when: 'past' }, signal })
      return [...past.items, ...upcoming.items]
    },
    [customerId],
  )
  return (load.data ?? []).map(({ id, type, scheduledStart }) => ({
    value: id,
    label:
      scheduledStart === null
        ? `${type}, not scheduled yet`
        : `${formatDated(scheduledStart, settings.timeZone)} · ${type}`,
  }))
}
