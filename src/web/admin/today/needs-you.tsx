import { useState } from 'preact/hooks'
import type { Today, TodayGroup, TodayLine } from '../../../modules/operations'
import { useFollowing } from '../../client/clock'
import { useKeptFocus } from '../../client/focus'
import type { useLoad } from '../../client/hooks'
import { Badge, Button, Empty, Skeleton } from '../../components'
import { useJobsChanged } from '../jobs/changes'
import { inSight, leastRow, StillDrawing, useLater } from '../shared/later'
import { Trouble } from '../shared/list'
import { Completed } from './completed'
import { Line } from './line'
import { NewTodo } from './todo'

const headings: Record<TodayGroup, string> = {
  visits: 'Late visits',
  jobs: 'Scheduling',
  replies: 'Replies from customers',
  plans: 'Plans and recurring jobs',
  money: 'Payments and invoices',
  payouts: 'Payouts',
  messages: 'Messages',
  system: 'System',
  other: 'To-dos',
}

type Shown = 'open' | 'snoozed' | 'done'

/** Everything that needs a person now. Each line is one click away from its fix. */
export function NeedsYou({ load }: { load: ReturnType<typeof useLoad<Today>> }) {
  const [shown, setShown] = useState<Shown>('open')
  const place = useKeptFocus<HTMLElement>()
  useFollowing(load.refresh)
  useJobsChanged(load.reload)
  const lines = load.data?.lines ?? []
  const snoozed = lines.filter((line) => line.snoozed !== null)
  const toggle = (other: Shown) => setShown(shown === other ? 'open' : other)
  return (
    <section class="card stack" ref={place} tabIndex={-1} aria-labelledby="needs-you">
      <div class="row-apart">
        <h2 id="needs-you">{shown === 'done' ? 'Completed' : 'Needs you'}</h2>
        <span class="row">
          {(snoozed.length > 0 || shown === 'snoozed') && (
            <Toggle on={shown === 'snoozed'} onClick={() => toggle('snoozed')}>
              Snoozed ({snoozed.length})
            </Toggle>
          )}
          <Toggle on={shown === 'done'} onClick={() => toggle('done')}>
            {shown === 'done' ? 'Show open' : 'Show completed'}
          </Toggle>
          <NewTodo onAdded={load.reload} />
        </span>
      </div>
      {load.problem !== null && <Trouble text={load.problem} onRetry={load.reload} />}
      {load.data === null && load.problem === null && <Skeleton shape="rows" lines={6} />}
      {shown === 'done' && <Completed onChange={load.reload} />}
      {shown !== 'done' && load.data !== null && (
        <Groups
          lines={shown === 'snoozed' ? snoozed : lines.filter((line) => line.snoozed === null)}
          more={load.data.more}
          onChange={load.reload}
          empty={shown === 'snoozed' ? <Empty title="Nothing is snoozed" /> : <Clear />}
        />
      )}
    </section>
  )
}

const Clear = () => (
  <Empty title="Nothing needs you right now">
    Late visits, jobs without a technician, unpaid invoices, failed messages and replies from customers show
    up here.
  </Empty>
)

interface ToggleProps {
  on: boolean
  onClick: () => void
  children: preact.ComponentChildren
}

const Toggle = ({ on, onClick, children }: ToggleProps) => (
  <Button size="small" kind="quiet" aria-pressed={on ? 'true' : 'false'} onClick={onClick}>
    {children}
  </Button>
)

interface GroupsProps {
  lines: TodayLine[]
  more: TodayGroup[]
  onChange: () => void
  empty: preact.ComponentChildren
}

function Groups({ lines, more, onChange, empty }: GroupsProps) {
  const isWhole = useLater()
  if (lines.length === 0) return <>{empty}</>
  const byGroup = [...Map.groupBy(lines, ({ group }) => group)]
  return (
    <div class="today-groups">
      {(isWhole ? byGroup : inSight(byGroup, heightOf)).map(([name, own]) => (
        <Group key={name} name={name} lines={own} more={more.includes(name)} onChange={onChange} />
      ))}
      {!isWhole && <StillDrawing />}
    </div>
  )
}

const atFirst = 5

/** At least this high, with its heading. */
const heightOf = ([, { length }]: [TodayGroup, TodayLine[]]) => (Math.min(length, atFirst) + 1) * leastRow

interface GroupProps {
  name: TodayGroup
  lines: TodayLine[]
  /** The service has more lines than it sent. */
  more: boolean
  onChange: () => void
}

function Group({ name, lines, more, onChange }: GroupProps) {
  const [whole, setWhole] = useState(false)
  const hidden = whole ? 0 : Math.max(0, lines.length - atFirst)
  return (
    <section aria-label={headings[name]}>
      <h3 class="today-head">
        {headings[name]}{' '}
        <Badge tone={lines.some(({ urgent }) => urgent) ? 'bad' : 'plain'}>
          {lines.length}
          {more && '+'}
        </Badge>
      </h3>
      <ul class="todo">
        {lines.slice(0, lines.length - hidden).map((line) => (
          <Line key={line.key} line={line} onChange={onChange} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button size="small" kind="quiet" onClick={() => setWhole(true)}>
          Show {hidden} more
        </Button>
      )}
    </section>
  )
}
