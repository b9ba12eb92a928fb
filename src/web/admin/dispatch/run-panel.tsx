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
import { afterCommit, costText, doneText, planText } from './words'

interface RunProps {
  /** Those that wait, to call them by name. */
  jobs: Job[]
  onPlanned: (actions: DispatchAction[]) => void
  onDone: () => void
}

interface Outcome {
  run: DispatchRun
  dry: boolean
  /** As they were before the run: a committed job does not wait any more. */
  jobs: Job[]
}

/** Dispatch first says what it would do and why; only then does somebody let it. */
export function RunPanel({ jobs, onPlanned, onDone }: RunProps) {
  const place = useKeptFocus<HTMLElement>()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const running = useAction(async (shown: Outcome | null) => {
    const run = shown === null ? await planDry() : afterCommit(shown.run, await commit(shown.run.actions))
    setOutcome({ run, dry: shown === null, jobs: shown?.jobs ?? jobs })
    onPlanned(shown === null ? run.actions : [])
    if (shown !== null) onDone()
  })
  const putAway = () => {
    setOutcome(null)
    onPlanned([])
  }
  const canCommit = outcome?.dry === true && outcome.run.assigned > 0
  return (
    <section class="card stack" aria-label="Automatic dispatch" ref={place} tabIndex={-1}>
      <div class="row-apart">
        <div>
          <h2>Automatic dispatch</h2>
          <p class="soft small" aria-live="polite">
            {outcome
              ? (outcome.dry ? planText : doneText)(outcome.run)
              : 'Shows first what it would do, and why. Nothing changes until you commit.'}
          </p>
        </div>
        <div class="row">
          {outcome && <Button onClick={putAway}>Put away</Button>}
          <Button busy={running.busy} onClick={() => void running.run(null)}>
            {outcome ? 'Plan again' : 'Dry run'}
          </Button>
          {canCommit && (
            <Button kind="primary" busy={running.busy} onClick={() => void running.run(outcome)}>
              Commit
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

/** A request has room for so many visits and some more. */
const atOnce = 500

/** These visits and no others: what is committed is what somebody has seen. */
async function commit(actions: DispatchAction[]): Promise<DispatchRun> {
  const visits = actions
    .filter(({ type }) => type === 'assigned')
    .map(({ jobId, worker, start, end, revision, basis }) => ({ jobId, worker, start, end, revision, basis }))
  const runs: DispatchRun[] = []
  for (let from = 0; from < visits.length; from += atOnce) {
    const some = visits.slice(from, from + atOnce)
    runs.push(await api.admin.dispatch.run.post({ visits: some }))
  }
  return runs.reduce((all, next) => ({
    ...all,
    assigned: all.assigned + next.assigned,
    skipped: all.skipped + next.skipped,
    actions: [...all.actions, ...next.actions],
  }))
}

const kinds = {
  assigned: { words: 'Assign', tone: 'good' },
  escalated: { words: 'Headquarters', tone: 'warn' },
  skipped: { words: 'Later', tone: 'plain' },
} as const

/** What would be done first, what needs a person next. */
const order = ['assigned', 'escalated', 'skipped']

function Actions({ outcome: { run, jobs } }: { outcome: Outcome }) {
  const { workerName, zoneOf } = useDirectory()
  const find = (id: string) => jobs.find((job) => job.id === id)
  return (
    <div class="run-actions">
      <Table
        caption="What dispatch decided, and why"
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
            cell: ({ type }) => <Badge tone={kinds[type].tone}>{kinds[type].words}</Badge>,
          },
          {
            head: 'Worker and time',
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
