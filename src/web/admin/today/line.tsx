import type { TodayLine } from '../../../modules/operations'
import { unbroken } from '../../../words/formats'
import { messageOf } from '../../client/api'
import { formatMoment, formatPast, weekdayIn } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Button, Icon, Menu, toast } from '../../components'
import { follow, goTo, openJob } from '../address'
import { acceptPrice } from '../jobs/decision-forms'
import { commitPlan, planBetter, planCover, setProposal } from '../dispatch/proposal'
import { doneText } from '../dispatch/words'
import { api, settings } from '../session'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import { describeJob, placeOf, withoutIds, type TodoPlace } from './todo-place'

type Until = 'tomorrow' | 'next-week' | 'done' | 'now'

/** One thing that needs a person: a click on it or its button opens the fix. */
export function Line({ line, onChange }: { line: TodayLine; onChange: () => void }) {
  const { may } = useMe()
  const directory = useDirectory()
  const { todo, job, fix } = line
  const place = todo && placeOf(todo)
  const open = openerOf(line, place)
  const isAboutPrice = todo?.kind === 'job.low-price'
  const about = job && describeJob(job, line.title, directory)
  const acting = useAction(async (what: () => Promise<unknown>) => {
    await what()
    onChange()
  })
  const detail = line.detail === null ? '' : unbroken(withoutIds(line.detail))
  const openLabel = fix?.label ?? (place && 'job' in place ? 'Open job' : 'Open')
  const isOffer = todo?.kind === 'board.better-plan'
  const done = isAboutPrice ? 'Accept price' : isOffer ? 'Dismiss' : 'Mark done'
  return (
    <li data-urgent={line.urgent ? 'true' : undefined}>
      <span class="todo-text">
        {open ? (
          <button type="button" class="link-button" onClick={open}>
            {unbroken(line.title)}
          </button>
        ) : (
          <span class="strong">{unbroken(line.title)}</span>
        )}
        {todo && about && <small>{about}</small>}
        {detail && <span class="pre-line">{detail}</span>}
        <small>
          {line.snoozed !== null
            ? snoozedWords(line.snoozed, directory.ownZone)
            : about && !todo
              ? about
              : // Its due date is already there.
                line.kind !== 'invoice.overdue' && `Since ${formatPast(line.since, directory.ownZone)}`}
        </small>
        {acting.problem !== null && <small class="field-error">{acting.problem}</small>}
      </span>
      <span class="today-actions">
        {open && (
          <Button size="small" aria-label={`${openLabel}: ${line.title}`} onClick={open}>
            {openLabel}
          </Button>
        )}
        {fix && isProposal(todo) && may('dispatch') && line.snoozed === null && (
          <Button
            size="small"
            kind="primary"
            busy={acting.busy}
            aria-label={`Accept proposal: ${line.title}`}
            onClick={() => todo && void acting.run(() => accept(todo))}
          >
            Accept
          </Button>
        )}
        {may('todos.write') && line.snoozed !== null && (
          <Button
            size="small"
            busy={acting.busy}
            aria-label={`Bring back: ${line.title}`}
            onClick={() => void acting.run(() => snooze(line.key, 'now'))}
          >
            Bring back
          </Button>
        )}
        {may('todos.write') && line.snoozed === null && (
          <>
            <Menu
              label={`Snooze: ${line.title}`}
              button={
                <>
                  <Icon name="alarm-clock" />
                  <span class="hidden-visually">{`Snooze: ${line.title}`}</span>
                </>
              }
              items={(['tomorrow', 'next-week'] as const).map((until) => ({
                label: snoozeWords(until),
                run: () => void acting.run(() => putOff(line.key, until, onChange)),
              }))}
            />
            <Button
              size="small"
              kind="quiet"
              busy={acting.busy}
              aria-label={`${done}: ${line.title}`}
              onClick={() =>
                void acting.run(() => (isAboutPrice ? acceptPrice(todo.subject) : finish(line, onChange)))
              }
            >
              {done === 'Mark done' ? 'Done' : done}
            </Button>
          </>
        )}
      </span>
    </li>
  )
}

/** On a Monday, the next one is meant. */
function snoozeWords(until: 'tomorrow' | 'next-week'): string {
  if (until === 'tomorrow') return 'Until tomorrow morning'
  return weekdayIn(settings.timeZone) === 'Monday' ? 'Until next Monday' : 'Until Monday morning'
}

function snoozedWords({ until, by }: NonNullable<TodayLine['snoozed']>, zone: string): string {
  return until === null ? `Marked done by ${by}` : `Snoozed until ${formatMoment(until, zone)} by ${by}`
}

const snooze = (key: string, until: Until) => api.admin.today.snooze.post({ key, until })

async function putOff(key: string, until: Until, onChange: () => void): Promise<void> {
  await snooze(key, until)
  offerUndo(until === 'done' ? 'Marked done' : 'Snoozed', () => snooze(key, 'now'), onChange)
}

async function finish({ key, todo }: TodayLine, onChange: () => void): Promise<void> {
  if (todo === null) return putOff(key, 'done', onChange)
  await api.admin.tasks(todo.id).done.post()
  return offerUndo('To-do completed', () => api.admin.tasks(todo.id).reopen.post(), onChange)
}

/** Others can take over visits of a technician who is out or late, or a plan saves driving. */
const isProposal = (todo: TodayLine['todo']): boolean =>
  todo?.kind === 'worker.absent' || todo?.kind === 'worker.late' || todo?.kind === 'board.better-plan'

const accept = ({ kind, subject, detail }: NonNullable<TodayLine['todo']>): Promise<void> =>
  kind === 'board.better-plan' ? acceptBetter(subject) : acceptCover(subject, detail)

async function acceptBetter(subject: string): Promise<void> {
  const proposal = await planBetter(subject)
  if (proposal.run.moves.length === 0) return toast(proposal.run.summary ?? 'This plan no longer fits.')
  const { assigned, moved, skipped, todos } = await commitPlan(proposal, true)
  toast(doneText({ ...proposal.run, assigned, moved, skipped, todos }))
}

/** Does what the line says. If that isn't possible anymore, the board shows what is. */
async function acceptCover(worker: string, shown: string | null): Promise<void> {
  const proposal = await planCover(worker, '')
  if (proposal.run.summary !== shown) {
    setProposal(proposal)
    toast('Something has changed since. Please check the new proposal.')
    return goTo('dispatch')
  }
  if (proposal.run.moves.length === 0) return goTo('dispatch', { cover: worker })
  const { moved, skipped } = await commitPlan(proposal, true)
  toast(doneText({ ...proposal.run, assigned: 0, moved, skipped, todos: 0 }, true))
}

function offerUndo(text: string, undo: () => Promise<unknown>, onChange: () => void): void {
  const run = () =>
    void undo()
      .then(onChange)
      .catch((error: unknown) => toast(messageOf(error), 'bad'))
  toast(text, 'plain', { label: 'Undo', run })
}

/** Opens the page that fixes it, if there is one. */
function openerOf({ fix }: TodayLine, place: TodoPlace | null): (() => void) | null {
  if (fix) return () => follow(fix.page)
  if (!place) return null
  return 'job' in place ? () => openJob(place.job) : () => goTo(place.tab, place.about)
}
