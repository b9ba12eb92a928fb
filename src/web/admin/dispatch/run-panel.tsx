import { useState } from 'preact/hooks'
import type { DispatchAction, DispatchRun } from '../../../modules/dispatch/model'
import type { Job } from '../../../modules/jobs/model'
import { formatMoment } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Badge, Button, Table } from '../../components'
import { openJob } from '../address'
import { api } from '../session'
import { useDirectory } from '../shell/directory'
import { useKeptFocus } from '../shared/kept-focus'
import { TwoLines } from '../shared/two-lines'

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
  const running = useAction(async (dry: boolean) => {
    const run = await api.post<DispatchRun>('/api/admin/dispatch/run', { dryRun: dry })
    setOutcome({ run, dry, jobs: dry ? jobs : (outcome?.jobs ?? jobs) })
    onPlanned(dry ? run.actions : [])
    if (!dry) onDone()
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
              ? summaryOf(outcome)
              : 'Shows first what it would do, and why. Nothing changes until you commit.'}
          </p>
        </div>
        <div class="row">
          {outcome && <Button onClick={putAway}>Put away</Button>}
          <Button busy={running.busy} onClick={() => void running.run(true)}>
            {outcome ? 'Plan again' : 'Dry run'}
          </Button>
          {canCommit && (
            <Button kind="primary" busy={running.busy} onClick={() => void running.run(false)}>
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

function summaryOf({ run: { assigned, escalated, skipped }, dry }: Outcome): string {
  return dry
    ? `Would assign ${assigned}, ask headquarters about ${escalated} and leave ${skipped} for later.`
    : `Assigned ${assigned}, asked headquarters about ${escalated}, left ${skipped} for later.`
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
                    {find(jobId)?.customerName ?? jobId}
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

function Why({ action: { detail, score, runnerUp } }: { action: DispatchAction }) {
  const { workerName } = useDirectory()
  const compared = [
    score !== null && `${Math.round(score)} min of driving`,
    runnerUp && `${workerName(runnerUp.worker)} would take ${Math.round(runnerUp.score)}`,
  ].filter(Boolean)
  return <TwoLines first={detail} second={compared.join('; ')} />
}
