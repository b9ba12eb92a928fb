import { useState } from 'preact/hooks'
import type { SavedViews } from '../../../modules/staff'
import { messageOf } from '../../client/api'
import { useLoad } from '../../client/hooks'
import { kept } from '../../client/storage'
import { Button, Icon, Popover, TextField, toast } from '../../components'
import { goTo } from '../address'
import { api } from '../session'
import { ToolWords, type ListName } from './list-view'

type View = SavedViews['views'][number]

const inBrowser = kept<View[]>('views')

/** The views of the person who is signed in; those of a token stay in this browser. */
function useViews() {
  const load = useLoad(async (signal) => {
    const { stored, views } = await api.admin.views.get({ signal })
    return { stored, views: stored ? views : (inBrowser.read() ?? []) }
  })
  const store = async (views: View[]) => {
    if (load.data?.stored) await api.admin.views.put({ views })
    else inBrowser.write(views)
    load.reload()
  }
  return { views: load.data?.views ?? [], isReady: load.data !== null, store }
}

interface SavedViewsProps {
  list: ListName
  /** The names of the filters, which a view keeps with the order and the columns. */
  filters: Record<string, string>
  columns: string[]
}

/** Saved views of a list. A search isn't part of one: it is about one customer. */
export function SavedListViews({ list, filters, columns }: SavedViewsProps) {
  const { views, isReady, store } = useViews()
  const own = views.filter((view) => view.list === list)
  const save = (next: View[], text: string) =>
    void store(next).then(
      () => toast(text),
      (error: unknown) => toast(messageOf(error), 'bad'),
    )
  const current = queryOf(filters, columns)
  const others = (name: string) => views.filter((view) => view.list !== list || view.name !== name)
  return (
    <Popover label="Saved views" align="end" button={<ToolWords icon="bookmark" words="Views" />}>
      {(close) => (
        <div class="saved-views">
          {own.length === 0 && <p class="soft small">Save filters, order and columns under a name.</p>}
          <ul>
            {own.map(({ name, query }) => (
              <li key={name}>
                <button
                  type="button"
                  class="menu-item"
                  aria-current={query === current ? 'true' : undefined}
                  onClick={() => {
                    close()
                    goTo(list, Object.fromEntries(new URLSearchParams(query)))
                  }}
                >
                  {name}
                  {query === current && <Icon name="check" />}
                </button>
                <Button
                  size="small"
                  kind="quiet"
                  grave
                  aria-label={`Delete the view ${name}`}
                  onClick={() => save(others(name), 'View deleted')}
                >
                  Delete
                </Button>
              </li>
            ))}
          </ul>
          <SaveForm
            disabled={!isReady}
            onSave={(name) => {
              save([...others(name), { list, name, query: current }], `Saved the view “${name}”`)
              close()
            }}
          />
        </div>
      )}
    </Popover>
  )
}

function queryOf(filters: Record<string, string>, columns: string[]): string {
  const { q: _, ...kept } = filters
  const used = Object.entries(kept).filter(([, value]) => value !== '')
  return new URLSearchParams([...used, ['columns', columns.join(',')]]).toString()
}

function SaveForm({ disabled, onSave }: { disabled: boolean; onSave: (name: string) => void }) {
  const [name, setName] = useState('')
  return (
    <form
      class="saved-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') onSave(name.trim())
      }}
    >
      <TextField label="Save this view as" value={name} onText={setName} autocomplete="off" />
      <Button type="submit" size="small" disabled={disabled || name.trim() === ''}>
        Save view
      </Button>
    </form>
  )
}
