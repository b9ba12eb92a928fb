import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Import, ImportPreview, PreviewRow } from '../../../modules/accounts'
import { formatDate, formatMoney, formatPhone } from '../../client/format'
import { useAction, useLoad } from '../../client/hooks'
import { Alert, Badge, Button, jobWords, SelectField, Table, type Column } from '../../components'
import { api } from '../session'
import { Figure, Section, TwoLines } from '../shared/facts'
import { Loaded } from '../shared/list'
import { counted, number, originText } from './words'

interface PlanProps {
  found: Import
  isLoading: boolean
  onChange: () => void
  onGone: () => void
}

/** Everything to decide before the import: the columns, the duplicates and the rows with errors. */
export function Plan({ found, isLoading, onChange, onGone }: PlanProps) {
  const preview = useLoad((signal) => api.admin.imports(found.id).rows.get({ signal }), [found.id])
  const changing = useAction(async (change: object) => {
    await api.admin.imports(found.id).patch(change)
    onChange()
  })
  const starting = useAction(async () => {
    await api.admin.imports(found.id).run.post()
    onChange()
  })
  const discarding = useAction(async () => {
    await api.admin.imports(found.id).discard.post()
    onGone()
  })
  // A choice made in the meantime would be about the check before.
  const isChecking = changing.busy || isLoading
  const problem = changing.problem ?? starting.problem ?? discarding.problem
  const used = found.columns.map(({ field }) => field)
  const [chosen, setChosen] = useState(used)
  const isOutdated = chosen.join() !== used.join()
  const { findings } = found
  if (!findings) return null
  const duplicates = findings.known + findings.repeated
  const skipped = duplicates - findings.merged
  const wanted = findings.good - skipped
  const isBlocked = wanted === 0 || (findings.errors > 0 && found.faulty === 'stop')
  return (
    <>
      {problem && (
        <Alert tone="bad">
          <p>{problem}</p>
        </Alert>
      )}
      <div class="figures">
        <Figure value={number(wanted)} label="Rows to import" />
        <Figure value={number(skipped)} label="Duplicates to skip" />
        <Figure value={number(findings.errors)} label="Rows with errors" />
        {found.kind === 'jobs' && <Figure value={number(findings.history)} label="Past jobs" />}
        {found.kind === 'jobs' && <Figure value={number(findings.upcoming)} label="Upcoming jobs" />}
      </div>
      <Loaded load={preview}>
        {({ samples, rows }) => (
          <div class="card">
            <Columns
              found={found}
              samples={samples}
              chosen={chosen}
              onChoose={setChosen}
              tools={
                isOutdated && (
                  <div class="row">
                    <Button
                      kind="primary"
                      busy={isChecking}
                      onClick={() => void changing.run({ columns: chosen })}
                    >
                      Update preview
                    </Button>
                    <Button onClick={() => setChosen(used)}>Reset</Button>
                  </div>
                )
              }
            />
            <Choices found={found} isBusy={isChecking} onChange={(change) => void changing.run(change)} />
            <Preview kind={found.kind} rows={rows} isOutdated={isOutdated} />
          </div>
        )}
      </Loaded>
      {isBlocked && !isOutdated && (
        <p class="soft small">
          {findings.good === 0
            ? 'No row can be imported like this. Check what each column means.'
            : wanted === 0
              ? 'You already have everything in this file.'
              : 'Fix the rows with errors in your file and upload it again, or choose to leave them out.'}
        </p>
      )}
      <div class="row">
        <Button
          kind="primary"
          busy={starting.busy}
          disabled={isBlocked || isChecking || isOutdated}
          onClick={() => void starting.run()}
        >
          Import {counted(wanted, 'row')}
        </Button>
        <Button busy={discarding.busy} onClick={() => void discarding.run()}>
          Discard file
        </Button>
      </div>
    </>
  )
}

interface ColumnsProps {
  found: Import
  samples: ImportPreview['samples']
  chosen: (string | null)[]
  onChoose: (columns: (string | null)[]) => void
  /** Buttons for changed columns. */
  tools: ComponentChildren
}

function Columns({ found, samples, chosen, onChoose, tools }: ColumnsProps) {
  const options = [
    { value: '', label: 'Leave out' },
    ...found.fields.map(({ name, label }) => ({ value: name, label })),
  ]
  const choose = (at: number, field: string) =>
    onChoose(chosen.map((other, place) => (place === at ? field || null : other)))
  return (
    <Section title="Columns">
      <p class="soft small">{originText(found)} Match each column of your file to a field.</p>
      <div class="import-columns">
        {found.columns.map(({ name }, at) => (
          <SelectField
            // Two columns may have the same header.
            key={`${at} ${name}`}
            label={name || `Column ${at + 1}`}
            hint={samples[at] ? `Example: “${samples[at]}”` : 'Empty in the first rows'}
            value={chosen[at] ?? ''}
            options={options}
            onChoice={(field) => choose(at, field)}
          />
        ))}
      </div>
      {tools}
    </Section>
  )
}

const duplicateChoices = [
  { value: 'merge', label: 'Merge: only fill in empty fields' },
  { value: 'skip', label: 'Skip: leave them as they are' },
]
const faultyChoices = [
  { value: 'stop', label: "Stop until they're fixed" },
  { value: 'skip', label: 'Leave these rows out' },
]

const noPayments =
  'No column says what was paid, so past jobs count as paid. If some are still due, add a column “Amount due” to your file.'

interface ChoicesProps {
  found: Import
  isBusy: boolean
  onChange: (change: object) => void
}

function Choices({ found, isBusy, onChange }: ChoicesProps) {
  const { findings } = found
  const faults = findings?.faults ?? []
  const saysPaid = found.columns.some(({ field }) => field === 'paid' || field === 'due')
  return (
    <Section title="Problems and duplicates">
      {faults.length > 0 && (
        <ul class="check-list">
          {faults.map(({ text, level, count }) => (
            <li key={text}>
              <Badge tone={level === 'error' ? 'bad' : 'warn'}>{counted(count, 'row')}</Badge> {text}.
            </li>
          ))}
        </ul>
      )}
      <div class="form-grid">
        {found.kind === 'customers' && (
          <SelectField
            label="Customers you already have"
            value={found.duplicates}
            options={duplicateChoices}
            disabled={isBusy}
            onChoice={(duplicates) => onChange({ duplicates })}
          />
        )}
        {(findings?.errors ?? 0) > 0 && (
          <SelectField
            label="Rows with errors"
            value={found.faulty}
            options={faultyChoices}
            disabled={isBusy}
            onChoice={(faulty) => onChange({ faulty })}
          />
        )}
      </div>
      {found.kind === 'jobs' && (
        <p class="soft small">
          Past jobs come in as history. Money paid before isn't added to your books; only the rest of a job's
          total is due. {saysPaid ? '' : noPayments} Upcoming visits are live: customers get the usual
          reminders.
        </p>
      )}
    </Section>
  )
}

const paidText = ({ isPaid, paid }: NonNullable<PreviewRow['job']>): string =>
  isPaid ? ' paid' : paid > 0 ? `, ${formatMoney(paid)} of it paid` : ''

interface PreviewProps {
  kind: Import['kind']
  rows: PreviewRow[]
  isOutdated: boolean
}

function Preview({ kind, rows, isOutdated }: PreviewProps) {
  const columns: Column<PreviewRow>[] = [
    { head: 'Row', cell: ({ line }) => number(line) },
    {
      head: 'Customer',
      cell: ({ name, email, phone }) => (
        <TwoLines
          first={name || '–'}
          second={[email, phone && formatPhone(phone)].filter(Boolean).join(' · ')}
        />
      ),
    },
    { head: 'Address', cell: ({ address }) => address ?? 'No address' },
    kind === 'jobs'
      ? {
          head: 'Job',
          cell: ({ job }) =>
            job && (
              <TwoLines
                first={`${job.service}, ${(jobWords[job.status] ?? job.status).toLowerCase()}`}
                second={`${job.start === null ? 'No date' : formatDate(job.start.slice(0, 10))} · ${formatMoney(job.total)}${paidText(job)}`}
              />
            ),
        }
      : { head: 'Notes', cell: ({ notes }) => <span class="small">{notes?.slice(0, 120)}</span> },
    {
      head: 'Check',
      cell: ({ faults, isDuplicate, fillsIn }) => (
        <span class="stack-tight">
          {isDuplicate && <Badge>{fillsIn ? 'Updates a customer' : 'Duplicate, skipped'}</Badge>}
          {faults.map(({ text, level }) => (
            <span key={text} class="small">
              <Badge tone={level === 'error' ? 'bad' : 'warn'}>{level === 'error' ? 'Error' : 'Note'}</Badge>{' '}
              {text}
            </span>
          ))}
        </span>
      ),
    },
  ]
  return (
    <Section title="Preview">
      {isOutdated ? (
        <Alert tone="warn">You changed the columns. Update the preview to see the result.</Alert>
      ) : (
        <p class="soft small">
          The first rows as they'll be imported, and the first duplicates and rows with problems.
        </p>
      )}
      <Table caption="Preview" columns={columns} rows={rows} keyOf={({ line }) => String(line)} />
    </Section>
  )
}
