import '../shared/kit'
import { useState } from 'preact/hooks'
import type { Import } from '../../../modules/accounts'
import { formatPast } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Badge, Button, Empty, Icon, Field, RowLink, SelectField } from '../../components'
import { api, settings } from '../session'
import { TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { TabPage, useOpened } from '../shared/tab-page'
import { OpenImport } from './open-import'
import { resultOf, rowsOf, stateWords } from './words'

export default function ImportTab() {
  const { id, close } = useOpened()
  if (id === '')
    return (
      <TabPage title="Import">
        <Upload />
        <Earlier />
      </TabPage>
    )
  return (
    <TabPage title="Import" actions={<Button onClick={close}>All imports</Button>}>
      <OpenImport id={id} onGone={close} />
    </TabPage>
  )
}

const kinds = [
  { value: 'customers', label: 'Customers' },
  { value: 'jobs', label: 'Jobs' },
]

function Upload() {
  const { open } = useOpened()
  const [kind, setKind] = useState('customers')
  const [file, setFile] = useState<File | null>(null)
  const sending = useAction(async () => {
    if (!file) return
    const { id } = await api.admin.imports.post(file, { query: { kind, fileName: file.name }, key: null })
    open(id)
  })
  return (
    <form
      class="card stack import-upload"
      onSubmit={(event) => {
        event.preventDefault()
        void sending.run()
      }}
    >
      <p>
        Bring your customers and jobs with you. Export them from Jobber, Housecall Pro or a spreadsheet as a
        CSV file, or your contacts as a vCard file. You'll see everything before it's imported, nobody gets a
        message, and you can undo it.
      </p>
      {sending.problem && (
        <Alert tone="bad">
          <p>{sending.problem}</p>
        </Alert>
      )}
      <div class="form-grid">
        <SelectField
          label="What's in the file?"
          value={kind}
          options={kinds}
          onChoice={setKind}
          hint={kind === 'jobs' ? 'Import your customers first, so that jobs find them' : ''}
        />
        <Field label="File" hint="CSV or vCard, up to 30 MB">
          {(wiring) => (
            <input
              class="input"
              type="file"
              accept=".csv,.tsv,.txt,.vcf,text/csv,text/vcard"
              onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
              {...wiring}
            />
          )}
        </Field>
      </div>
      <div>
        <Button kind="primary" type="submit" busy={sending.busy} disabled={file === null}>
          Upload and check
        </Button>
      </div>
    </form>
  )
}

function Earlier() {
  const { open } = useOpened()
  const list = useList(api.admin.imports, { limit: '20' })
  return (
    <List
      list={list}
      caption="Earlier imports"
      keyOf={({ id }) => id}
      onOpen={({ id }) => open(id)}
      empty={
        <Empty title="Nothing imported yet" icon={<Icon name="file-up" />}>
          Start with your customers.
        </Empty>
      }
      columns={[
        {
          head: 'File',
          cell: ({ fileName, kind, rows }) => (
            <TwoLines first={<RowLink>{fileName}</RowLink>} second={rowsOf({ rows, kind })} />
          ),
        },
        { head: 'Uploaded', cell: ({ createdAt }) => formatPast(createdAt, settings.timeZone) },
        { head: 'Result', cell: (one: Import) => resultOf(one) },
        { head: 'Status', cell: ({ state }) => <Badge tone={toneOf(state)}>{stateWords[state]}</Badge> },
      ]}
    />
  )
}

function toneOf(state: Import['state']) {
  if (state === 'done') return 'good'
  return state === 'failed' ? 'bad' : undefined
}
