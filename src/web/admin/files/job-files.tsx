import { hasFallenThrough } from '../../../lib/job-states'
import type { Job } from '../../../modules/jobs'
import { useLoad } from '../../client/hooks'
import { Skeleton } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Trouble } from '../shared/list'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import { Adder } from './adder'
import { filesChanged, useFilesChanged } from './changes'
import { Photos } from './photos'

export function useJobFiles(jobId: string) {
  const list = useLoad((signal) => api.admin.jobs(jobId).files.get({ signal }), [jobId])
  useFilesChanged(list.reload)
  return list
}

interface JobFilesProps {
  job: Job
  list: ReturnType<typeof useJobFiles>
}

/** The photos and documents of one job. */
export function JobFiles({ job, list }: JobFilesProps) {
  const { may } = useMe()
  const { zoneOf } = useDirectory()
  const canChange = may('jobs.write')
  const files = list.data?.files ?? []
  return (
    <Section title="Photos and files">
      <Adder jobId={job.id} canAdd={canChange} onAdded={filesChanged}>
        {list.problem !== null && <Trouble text={list.problem} onRetry={list.reload} />}
        {list.data === null && list.problem === null && <Skeleton lines={1} />}
        {list.data !== null && files.length === 0 && (
          <p class="soft small">
            {hasFallenThrough(job.status)
              ? 'No photos.'
              : 'No photos yet. Add photos from before and after the work.'}
          </p>
        )}
        {files.length > 0 && (
          <Photos
            label="Photos and files of this job"
            files={files}
            canChange={canChange}
            zone={zoneOf(job.franchiseId)}
          />
        )}
      </Adder>
    </Section>
  )
}
