import { useId, useState } from 'preact/hooks'
import type { Customer } from '../../../modules/customers'
import { useLoad } from '../../client/hooks'
import { Button, Field, SelectField, SelectionBar } from '../../components'
import { api } from '../session'
import { BulkForm, Skipped, useBulk } from '../shared/list-bulk'
import { useMe } from '../shell/me'

interface CustomerBulkProps {
  rows: Customer[]
  onClear: () => void
  onChange: () => void
  onExport: () => void
}

type Change = 'add' | 'remove'

/** Actions for the chosen customers. A message to many is a campaign, which respects who opted out. */
export function CustomerBulk({ rows, onClear, onChange, onExport }: CustomerBulkProps) {
  const { may } = useMe()
  const [asking, setAsking] = useState<Change | null>(null)
  const bulk = useBulk<Customer>(({ name }) => name, onChange)
  const count = rows.length === 1 ? '1 customer' : `${rows.length} customers`
  const change = (how: Change, tag: string) => {
    setAsking(null)
    const what = how === 'add' ? `“${tag}” to ${count}` : `“${tag}” from ${count}`
    const [doing, done] = how === 'add' ? ['Adding', 'Added'] : ['Removing', 'Removed']
    void bulk.run({ doing: `${doing} ${what}`, done: `${done} ${what}` }, rows, async ({ id, erasedAt }) => {
      if (erasedAt !== null) throw new Skipped('This customer was erased.')
      await api.admin.customers(id).tags.post({ [how]: [tag] })
    })
  }
  return (
    <>
      <SelectionBar count={rows.length} onClear={onClear}>
        {may('customers.write') && (
          <>
            <Button size="small" onClick={() => setAsking('add')}>
              Add a tag
            </Button>
            <Button size="small" onClick={() => setAsking('remove')}>
              Remove a tag
            </Button>
          </>
        )}
        <Button size="small" onClick={onExport}>
          Export selected
        </Button>
      </SelectionBar>
      {asking !== null && (
        <TagForm
          how={asking}
          count={count}
          onChoose={(tag) => change(asking, tag)}
          onClose={() => setAsking(null)}
        />
      )}
      {bulk.dialog}
    </>
  )
}

interface TagFormProps {
  how: Change
  count: string
  onChoose: (tag: string) => void
  onClose: () => void
}

/** A new tag can be typed; a tag to remove is one of those in use. */
function TagForm({ how, count, onChoose, onClose }: TagFormProps) {
  const [text, setText] = useState('')
  const list = useId()
  const load = useLoad((signal) => api.admin['customer-tags'].get({ query: { limit: 200 }, signal }))
  const tags = (load.data?.items ?? []).map(({ tag }) => ({ value: tag, label: tag }))
  const isAdding = how === 'add'
  return (
    <BulkForm
      title={isAdding ? `Add a tag to ${count}` : `Remove a tag from ${count}`}
      submit={isAdding ? 'Add tag' : 'Remove tag'}
      disabled={text.trim() === ''}
      onClose={onClose}
      onSubmit={() => onChoose(text.trim())}
    >
      {isAdding ? (
        <>
          <Field label="Tag" hint="Pick one that's in use, or type a new one">
            {(field) => (
              <input
                {...field}
                class="input"
                list={list}
                maxLength={40}
                autocomplete="off"
                value={text}
                onInput={(event) => setText(event.currentTarget.value)}
              />
            )}
          </Field>
          <datalist id={list}>
            {tags.map(({ value }) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </datalist>
        </>
      ) : (
        <SelectField
          label="Tag"
          value={text}
          onChoice={setText}
          options={[{ value: '', label: 'Choose a tag' }, ...tags]}
        />
      )}
    </BulkForm>
  )
}
