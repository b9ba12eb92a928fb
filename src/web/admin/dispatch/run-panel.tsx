import { useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import type { DispatchAction, DispatchRun } from '../../../modules/scheduling'
import { useKeptFocus } from '../../client/focus'
import { formatMoment } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Badge, Button, Table } from '../../components'
import { openJob } from '../address'
import { api } from '../session'
import { TwoLines } from '../shared/facts'
import { useDirectory } from '../shell/directory'
import { afterCommit, costText, countOf, doneText, planText } from './words'

interface RunProps {
  /** Jobs waiting to be scheduled, for their names. */
  jobs: Job[]
  onPlanned: (actions: DispatchAction[]) => void
  onDone: () => void
}

interface Outcome {
  run: DispatchRun
  dry: boolean
  /** The waiting jobs before the run; assigned jobs are no longer among them afterwards. */
  jobs: Job[]
}

/** Previews the dispatch plan with its reasons, then assigns the visits on request. */
export function RunPanel({ jobs, onPlanned, onDone }: RunProps) {
  const place = useKeptFocus<HTMLElement>()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const running = useAction(async (shown: Outcome | null) => {
    const run = shown === null ? await planDry() : afterCommit(shown.run, await commit(shown.run.actions))
    setOutcome({ run, dry: shown === null, jobs: shown?.jobs ?? jobs })
    onPlanned(shown === null ? run.actions : [])
    if (shown !== null) onDone()
  })
  const close = () => {
    setOutcome(null)
    onPlanned([])
  }
  const canCommit = outcome?.dry === true && outcome.run.assigned > 0
  return (
    <section class="card stack" aria-label="Auto-dispatch" ref={place} tabIndex={-1}>
      <div class="row-apart">
        <div>
          <h2>Auto-dispatch</h2>
          <p class="soft small" aria-live="polite">
            {outcome
              ? (outcome.dry ? planText : doneText)(outcome.run)
              : 'Preview a dispatch plan and the reason for each choice. Nothing changes until you assign the visits.'}
          </p>
        </div>
        <div class="row">
          {outcome && <Button onClick={close}>{outcome.dry ? 'Discard plan' : 'Close'}</Button>}
          <Button busy={running.busy} onClick={() => void running.run(null)}>
            {outcome ? 'Update plan' : 'Preview plan'}
          </Button>
          {canCommit && (
            <Button kind="primary" busy={running.busy} onClick={() => void running.run(outcome)}>
              Assign {countOf(outcome.run.assigned, 'visit')}
            </Button>
          )}
        </div>
      </div>
      {running.problem !== null && <Alert tone="bad">{running.problem}</Alert>}
      {outcome && outcome.run.actions.length > 0 && <Actions outcome={outcome} />}
    </section>
  )
}

const planDry = () => api.admin.dispatch.run.post({ dryRun: true })

/** The largest batch that safely fits into one request. */
const batchSize = 500

/** Assigns exactly the visits the dispatcher saw. */
async function commit(actions: DispatchAction[]): Promise<DispatchRun> {
  const visits = actions
    .filter(({ type }) => type === 'assigned')
    .map(({ jobId, worker, start, end, revision, basis }) => ({ jobId, worker, start, end, revision, basis }))
  const runs: DispatchRun[] = []
  for (let from = 0; from < visits.length; from += batchSize) {
    const batch = visits.slice(from, from + batchSize)
    runs.push(await api.admin.dispatch.run.post({ visits: batch }))
  }
  return runs.reduce((all, next) => ({
    ...all,
    assigned: all.assigned + next.assigned,
    skipped: all.skipped + next.skipped,
    actions: [...all.actions, ...next.actions],
  }))
}

const kinds = {
  assigned: { words: 'Assign', done: 'Assigned', tone: 'good' },
  escalated: { words: 'Needs attention', done: 'Needs attention', tone: 'warn' },
  skipped: { words: 'Waiting', done: 'Waiting', tone: 'plain' },
} as const

/** Assigned visits come first, then jobs that need attention. */
const order = ['assigned', 'escalated', 'skipped']

function Actions({ outcome: { run, dry, jobs } }: { outcome: Outcome }) {
  const { workerName, zoneOf } = useDirectory()
  const find = (id: string) => jobs.find((job) => job.id === id)
  return (
    <div class="run-actions">
      <Table
        caption="Dispatch plan"
        rows={run.actions.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type))}
        keyOf={({ jobId }) => jobId}
        columns={[
          {
            head: 'Job',
            cell: ({ jobId }) => (
              <TwoLines
                first={
                  <button type="button" class="link-button" onClick={() => openJob(jobId)}>
                    {find(jobId)?.customerName ?? 'Job'}
                  </button>
                }
                second={find(jobId)?.type}
              />
            ),
          },
          {
            head: 'Decision',
            cell: ({ type }) => (
              <Badge tone={kinds[type].tone}>{dry ? kinds[type].words : kinds[type].done}</Badge>
            ),
          },
          {
            head: 'Technician and time',
            cell: ({ jobId, worker, start }) =>
              worker !== null && (
                <TwoLines
                  first={workerName(worker)}
                  second={start && formatMoment(start, zoneOf(find(jobId)?.franchiseId ?? null))}
                />
              ),
          },
          { head: 'Why', cell: (action) => <Why action={action} /> },
        ]}
      />
    </div>
  )
}

function Why({ action }: { action: DispatchAction }) {
  const { workerName } = useDirectory()
  return <TwoLines first={action.detail} second={costText(action, workerName)} />
}
