import { useState } from 'preact/hooks'
import type { Api } from '../client/api'
import { useAction, useLoad } from '../client/hooks'
import { explained } from '../client/language'
import { Alert, Button, ButtonLink, TextField, toast } from '../components'
import { words } from './words'

const text = words.calendar

/** Closed until it's wanted, because it is needed once and the visits every day. */
export function CalendarCard({ api }: { api: Api }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="card card-tight opens" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text.title}</summary>
      {isOpen && <CalendarLink api={api} />}
    </details>
  )
}

function CalendarLink({ api }: { api: Api }) {
  const own = useLoad((signal) => api.work.calendar.get({ signal }))
  const [url, setUrl] = useState<string | null>(null)
  const creating = useAction(async () => {
    setUrl((await explained(() => api.work.calendar.post(undefined, { key: null }))).url)
    own.reload()
  })
  const removing = useAction(async () => {
    await explained(() => api.work.calendar.delete())
    setUrl(null)
    toast(text.removed)
    own.reload()
  })
  const hasLink = own.data?.feed != null
  const problem = creating.problem ?? removing.problem
  return (
    <div class="stack">
      <p class="soft small">{text.text}</p>
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      {url !== null && <NewLink url={url} />}
      {url === null && hasLink && <p class="soft small">{text.has}</p>}
      <div class="row">
        <Button size="small" busy={creating.busy} onClick={() => void creating.run()}>
          {hasLink ? text.replace : text.create}
        </Button>
        {hasLink && (
          <Button kind="quiet" size="small" busy={removing.busy} onClick={() => void removing.run()}>
            {text.remove}
          </Button>
        )}
      </div>
    </div>
  )
}

function NewLink({ url }: { url: string }) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast(text.copied),
      () => toast(text.uncopied, 'bad'),
    )
  return (
    <Alert tone="good">
      <TextField label={text.link} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      <p class="small">{text.secret}</p>
      <div class="row">
        <ButtonLink size="small" href={url.replace(/^https?:/, 'webcal:')}>
          {text.subscribe}
        </ButtonLink>
        <Button size="small" onClick={() => void copy()}>
          {text.copy}
        </Button>
      </div>
    </Alert>
  )
}
