import { useId, useState } from 'preact/hooks'
import { useAction, useLoad } from '../../client/hooks'
import { toast } from '../../components'
import { api } from '../session'
import type { ChangeProps } from './shared'

/** Tags with a field to add one. Tags in use are suggested, so that the same word is spelled one way. */
export function Tags({ summary, onChange, canChange }: ChangeProps) {
  const { customer, tags } = summary
  const changing = useAction(async (change: { add?: string[]; remove?: string[] }) => {
    await api.admin.customers(customer.id).tags.post(change)
    onChange()
  })
  const change = async (wanted: { add?: string[]; remove?: string[] }) => {
    const worked = await changing.run(wanted)
    if (!worked) toast("We couldn't change the tags. Try again.", 'bad')
    return worked
  }
  if (tags.length === 0 && !canChange) return null
  return (
    <ul class="tags" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag} class="tag">
          {tag}
          {canChange && (
            <button
              type="button"
              aria-label={`Remove the tag ${tag}`}
              onClick={() => void change({ remove: [tag] })}
            >
              ✕
            </button>
          )}
        </li>
      ))}
      {canChange && (
        <li>
          <AddTag onAdd={(tag) => change({ add: [tag] })} />
        </li>
      )}
    </ul>
  )
}

function AddTag({ onAdd }: { onAdd: (tag: string) => Promise<boolean> }) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const list = useId()
  const load = useLoad(
    (signal) =>
      open ? api.admin['customer-tags'].get({ query: { limit: 200 }, signal }) : Promise.resolve(null),
    [open],
  )
  if (!open)
    return (
      <button type="button" class="tag tag-add" onClick={() => setOpen(true)}>
        Add tag
      </button>
    )
  const add = async () => {
    if (text.trim() !== '' && !(await onAdd(text.trim()))) return
    setText('')
    setOpen(false)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <input
        class="input tag-input"
        aria-label="New tag"
        placeholder="Type and press Enter"
        list={list}
        maxLength={40}
        autocomplete="off"
        value={text}
        ref={(input) => input?.focus()}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
        onBlur={() => void add()}
      />
      <datalist id={list}>
        {load.data?.items.map(({ tag }) => (
          <option key={tag} value={tag}>
            {tag}
          </option>
        ))}
      </datalist>
    </form>
  )
}
