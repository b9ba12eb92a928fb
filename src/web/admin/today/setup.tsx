import { useState } from 'preact/hooks'
import type { ChecklistItem, SetupState } from '../../../modules/setup'
import { useLoad } from '../../client/hooks'
import { kept } from '../../client/storage'
import { Badge, Button, ButtonLink } from '../../components'
import { linkTo } from '../address'
import { api } from '../session'
import { CheckMark } from '../shared/facts'
import { useMe } from '../shell/me'

/** The points that were open when this browser hid the list. A new one brings it back. */
const hidden = kept<string[]>('setup-hidden')

/** The way out of the demo, or the checklist of what is left. It shrinks to a link when hidden. */
export function Setup({ setup }: { setup: SetupState | null }) {
  const [known, setKnown] = useState(asList(hidden.read()))
  if (setup === null || isComplete(setup)) return null
  const needed = setup.checklist.filter(({ state, optional }) => state !== 'done' && !optional)
  const hide = (isHidden: boolean) => {
    const open = isHidden ? needed.map(({ id }) => id) : []
    hidden.write(open)
    setKnown(open)
  }
  if (known.length > 0 && needed.every(({ id }) => known.includes(id)))
    return (
      <p>
        <button type="button" class="link-button small" onClick={() => hide(false)}>
          Show setup checklist
        </button>
      </p>
    )
  const isReal = setup.company === 'real'
  const open = setup.checklist.filter(({ state }) => state !== 'done')
  const done = setup.checklist.filter(({ state }) => state === 'done')
  return (
    <section class="card stack">
      <div class="row-apart">
        <h2>Setup checklist</h2>
        <Button size="small" kind="quiet" onClick={() => hide(true)}>
          Hide checklist
        </Button>
      </div>
      {!isReal && <StartCard company={setup.company} />}
      <Items items={open.filter((item) => !isOnServer(item))} />
      {open.some(isOnServer) && (
        <>
          <div class="stack-tight">
            <h3>On the server</h3>
            <p class="soft small">
              The person who runs your server changes these settings and restarts Truckroll.
            </p>
          </div>
          <Items items={open.filter(isOnServer)} />
        </>
      )}
      {done.length > 0 && (
        <p class="soft small">
          <CheckMark done /> Done: {done.map(({ title }) => title).join(', ')}
        </p>
      )}
    </section>
  )
}

/** Older versions kept a yes or no. */
const asList = (value: unknown): string[] => (Array.isArray(value) ? value : [])

function StartCard({ company }: Pick<SetupState, 'company'>) {
  return (
    <div class="row-apart">
      <p>
        {company === 'demo'
          ? "This is the demo company. When you've looked around, replace it with your own."
          : 'Answer a few questions about your business, and customers can book. Everything below can wait.'}
      </p>
      <ButtonLink kind="primary" href={linkTo('start')}>
        Start for real
      </ButtonLink>
    </div>
  )
}

/** Settings and commands of the server, which the office can't change in the console. */
const isOnServer = ({ variables, docs }: ChecklistItem): boolean => variables.length > 0 || docs !== null

const Items = ({ items }: { items: ChecklistItem[] }) => (
  <ul class="setup-list">
    {items.map((item) => (
      <Item key={item.id} item={item} />
    ))}
  </ul>
)

const stateWords: Record<ChecklistItem['state'], string> = { done: 'Done', demo: 'Simulated', open: 'To do' }

/** Places and drive times are worked out without a provider, only less exactly. */
const estimated = new Set(['geocoder', 'routing'])

function StateBadge({ id, state, optional }: ChecklistItem) {
  if (state === 'demo' && estimated.has(id)) return <Badge>Estimated</Badge>
  if (state === 'open' && optional) return <Badge>Optional</Badge>
  return <Badge tone={state === 'demo' ? 'warn' : 'plain'}>{stateWords[state]}</Badge>
}

function Item({ item }: { item: ChecklistItem }) {
  const { title, detail, variables, page, docs } = item
  return (
    <li>
      <div class="setup-head">
        {page === null ? <strong>{title}</strong> : <a href={page}>{title}</a>}
        <StateBadge {...item} />
      </div>
      <p class="small">{withCode(detail)}</p>
      {(variables.length > 0 || docs !== null) && (
        <p class="small soft">
          {variables.length > 0 && (variables.length === 1 ? 'Setting: ' : 'Settings: ')}
          {variables.map((name, at) => (
            <>
              {at > 0 && ', '}
              <code key={name}>{name}</code>
            </>
          ))}
          {variables.length > 0 && '. '}
          {docs !== null && <>See {docs} in the docs folder.</>}
        </p>
      )}
    </li>
  )
}

/** Commands are written in backticks. */
const withCode = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part))

const isComplete = ({ company, checklist }: SetupState): boolean =>
  company === 'real' && checklist.every(({ state, optional }) => optional || state === 'done')

/** Without these, no visit can be scheduled, so the checklist comes first. */
const needed = new Set(['services', 'area', 'hours'])

export const isNewBox = (setup: SetupState | null): boolean =>
  setup !== null &&
  (setup.company === 'empty' || setup.checklist.some(({ id, state }) => needed.has(id) && state !== 'done'))

/** Null for everyone but owners, who alone can take these steps. */
export function useSetup(): SetupState | null {
  const { may } = useMe()
  const isOwner = may('settings')
  const load = useLoad(async (signal) => (isOwner ? api.admin.setup.get({ signal }) : null), [isOwner])
  return load.data
}
