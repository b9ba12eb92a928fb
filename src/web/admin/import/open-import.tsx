import { useEffect, useState } from 'preact/hooks'
import type { Import } from '../../../modules/accounts'
import { every } from '../../client/clock'
import { useAction } from '../../client/hooks'
import { Alert, Button, ButtonLink, Confirm, toast } from '../../components'
import { linkTo } from '../address'
import { api } from '../session'
import { Loaded, useItem } from '../shared/list'
import { Plan } from './plan'
import { resultOf, rowsOf, stateWords } from './words'

const lookMs = 1_000
const isWorking = (state: Import['state'] | undefined): boolean =>
  state === 'reading' || state === 'checking' || state === 'running' || state === 'undoing'

/** One import, from the check to the undo. Follows along while the service works on it. */
export function OpenImport({ id, onGone }: { id: string; onGone: () => void }) {
  const load = useItem(api.admin.imports, id)
  const state = load.data?.state
  useEffect(() => (isWorking(state) ? every(lookMs, load.refresh) : undefined), [state])
  return (
    <Loaded load={load}>
      {(found) => (
        <div class="stack import-opened">
          <p class="strong">
            {found.fileName} · {rowsOf(found)}
          </p>
          {isWorking(found.state) && <Progress found={found} onChange={load.reload} />}
          {found.state === 'ready' && (
            <Plan
              key={found.columns.map(({ field }) => field).join()}
              found={found}
              isLoading={load.loading}
              onChange={load.reload}
              onGone={onGone}
            />
          )}
          {(found.state === 'done' || found.state === 'undone' || found.state === 'failed') && (
            <Result found={found} onChange={load.reload} />
          )}
        </div>
      )}
    </Loaded>
  )
}

function Progress({ found, onChange }: { found: Import; onChange: () => void }) {
  const { id, state, progress, kind } = found
  const percent = Math.floor(progress * 100)
  const stopping = useAction(async () => {
    await api.admin.imports(id).undo.post()
    onChange()
  })
  return (
    <section class="card stack" aria-live="polite">
      <p>
        {stateWords[state]} … {percent}%
      </p>
      <progress class="import-progress" max={100} value={percent} aria-label={stateWords[state]} />
      {state === 'running' && (
        <>
          <p class="soft small">You can leave this page. Either all {kind} are imported or none.</p>
          <div>
            <Button busy={stopping.busy} onClick={() => void stopping.run()}>
              Stop and undo
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

function Result({ found, onChange }: { found: Import; onChange: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const undoing = useAction(async () => {
    await api.admin.imports(found.id).undo.post()
    setAsking(false)
    onChange()
  })
  const isGood = found.state === 'done'
  return (
    <section class="card stack">
      <Alert tone={isGood ? 'good' : found.state === 'failed' ? 'bad' : undefined}>
        <p>
          <strong>{stateWords[found.state]}:</strong> {resultOf(found)}
        </p>
      </Alert>
      {isGood && (
        <div class="row">
          <ButtonLink kind="primary" href={linkTo(found.kind)}>
            Open {found.kind}
          </ButtonLink>
          {found.canUndo && <Button onClick={() => setAsking(true)}>Undo import</Button>}
        </div>
      )}
      <Confirm
        title="Undo this import?"
        open={isAsking}
        action="Undo import"
        danger
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          if (!(await undoing.run()))
            toast(undoing.problem ?? "We couldn't undo the import. Try again.", 'bad')
        }}
      >
        <p>
          This removes everything the import added and empties the fields it filled in. Customers and jobs
          you've used or changed since then are kept.
        </p>
      </Confirm>
    </section>
  )
}
