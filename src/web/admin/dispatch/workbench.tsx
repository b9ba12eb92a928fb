import { useMemo, useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import { messageOf } from '../../client/api'
import { useKeptFocus } from '../../client/focus'
import type { Action } from '../../client/hooks'
import { toast } from '../../components'
import { Lazy } from '../shared/lazy'
import { technicianNames, useDirectory } from '../shell/directory'
import type { View } from './axis'
import { Board } from './board'
import { layoutOf } from './board-layout'
import { ChangeBar, type Change } from './change-bar'
import { useConsent } from './consent'
import { placeJob, takeOff, withChanges, type Day } from './day'
import { startOf } from './place'
import { MoveDialog } from './move-dialog'
import { MoveHint } from './move-hint'
import { againstLunch, placeText, techniciansAfter, type Moving } from './moving'
import { planWith, proposedVisits, setProposal, toggleLine, type Proposal } from './proposal'
import { SideColumn } from './side-column'
import { useMoving } from './use-moving'
import { useNow } from './use-now'
import { Waiting } from './waiting'

/** Most days are looked at more often than they are planned. */
const loadPlan = () => import('./plan-panel')

interface WorkbenchProps {
  loaded: Day
  isStale: boolean
  date: string
  view: View
  franchiseId: string
  showsMap: boolean
  proposal: Proposal | null
  /** Plans again around a proposal. */
  planning: Action<[Proposal]>
  onReload: () => void
}

/** The board, the jobs without a visit and the map, with everything that moves visits between them. */
export function Workbench(props: WorkbenchProps) {
  const { loaded, isStale, proposal, planning, showsMap, onReload, ...shown } = props
  const directory = useDirectory()
  const consent = useConsent()
  const place = useKeptFocus<HTMLDivElement>()
  const now = useNow()
  const [chosen, setChosen] = useState<Job | null>(null)
  const [change, setChange] = useState<Change | null>(null)
  const [changed, setChanged] = useState<Job[]>([])
  const day = useMemo(() => withChanges(loaded, changed), [loaded, changed])
  // A visit that is dragged renders the board with every move of the pointer, and the other visits stay where they are.
  const layout = useMemo(
    () => layoutOf(day, { ...shown, planned: proposedVisits(proposal) }, directory),
    [day, shown.date, shown.view, shown.franchiseId, proposal, directory],
  )
  const took = (job: Job) => {
    setChanged((before) => [...before.filter(({ id }) => id !== job.id), job])
    onReload()
  }
  const settle = (job: Job, text: string, tellCustomer: Change['tellCustomer']) => {
    setChange({ job, text, tellCustomer })
    took(job)
  }
  /** A proposed visit that is moved stays in the plan, and the rest is planned again. */
  const replan = async (moving: Moving, shownPlan: Proposal) => {
    const { job, to, length, isOff } = moving
    if (isOff || to === null) return setProposal(toggleLine(shownPlan, job.id))
    const { workerId: worker, secondWorkerId: second } = techniciansAfter(moving)
    if (worker === null || to.workerId === null) return toast('A proposed visit needs a technician.', 'bad')
    const start = startOf(to)
    const placing = { workerId: worker, secondWorkerId: second, start, length: length * 60_000 }
    if (!(await consent.ask(job, placing, againstLunch(moving, day, directory)))) return
    const end = new Date(Date.parse(start) + length * 60_000).toISOString()
    setProposal(await planWith(shownPlan, { jobId: job.id, worker, second, start, end }))
  }
  const apply = async (moving: Moving) => {
    const { job, to, length, kind, isOff } = moving
    try {
      if (moving.isProposed && proposal) return await replan(moving, proposal)
      if (isOff || to === null) {
        settle(await takeOff(job, true), `${job.customerName} is no longer scheduled`, true)
        return
      }
      const ms = length * 60_000
      const technicians = techniciansAfter(moving)
      const placing = { ...technicians, start: startOf(to), length: ms }
      if (!(await consent.ask(job, placing, againstLunch(moving, day, directory)))) return
      const tellCustomer = kind === 'move' ? true : null
      const keeps = job.scheduledStart === null && kind === 'move'
      const placed = await placeJob(
        job,
        { ...to, ...technicians },
        { tellCustomer: tellCustomer === true, length: keeps ? undefined : ms },
      )
      const who = technicianNames(technicians, directory) || 'unassigned'
      settle(placed, `${job.customerName} is scheduled: ${placeText(moving)}, ${who}`, tellCustomer)
    } catch (error) {
      toast(`${job.customerName} wasn't moved. ${messageOf(error)}`, 'bad')
      onReload()
    }
  }
  const { moving, blocked, reasons, onVisitKey, onJobKey, ...gestures } = useMoving({
    day,
    layout,
    onApply: apply,
    onRefuse: (why) => toast(why, 'bad'),
  })
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- catches the pointer of the visits in it */}
      <div
        class={isStale ? 'dispatch stale' : 'dispatch'}
        data-map={showsMap ? 'true' : undefined}
        data-dragging={moving?.by === 'pointer' ? 'true' : undefined}
        ref={place}
        tabIndex={-1}
        onPointerDown={gestures.onPointerDown}
        onClickCapture={gestures.onClickCapture}
        onFocusOut={gestures.onBlur}
      >
        <Board
          layout={layout}
          day={day}
          now={now}
          moving={moving}
          isBlocked={blocked !== null}
          onChoose={setChosen}
          onKey={onVisitKey}
        />
        <SideColumn
          map={
            showsMap
              ? { date: shown.date, franchiseId: shown.franchiseId, day, layout, now, onChoose: setChosen }
              : null
          }
          showsPlan={proposal !== null}
        >
          {proposal !== null && (
            <Lazy load={loadPlan} trouble="We couldn't load the plan.">
              {({ PlanPanel }) => <PlanPanel planning={planning} onDone={onReload} />}
            </Lazy>
          )}
          <Waiting jobs={day.waiting} now={now} moving={moving} onChoose={setChosen} onKey={onJobKey} />
        </SideColumn>
      </div>
      <MoveHint moving={moving} blocked={blocked} reasons={reasons} />
      <ChangeBar change={change} onClose={() => setChange(null)} onUndone={took} />
      {consent.dialog}
      <MoveDialog
        job={chosen}
        date={shown.date}
        onStale={(fresh) => {
          setChosen(fresh)
          onReload()
        }}
        onClose={() => setChosen(null)}
        onDone={({ job, text, tellCustomer }) => {
          setChosen(null)
          settle(job, text, tellCustomer)
        }}
      />
    </>
  )
}
