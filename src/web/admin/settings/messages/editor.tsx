import { useEffect, useRef, useState } from 'preact/hooks'
import type { MessageTextView, TextPreview } from '../../../../modules/messages'
import { useAction, useLoad } from '../../../client/hooks'
import { messageOf } from '../../../client/api'
import { Alert, Badge, Button, SelectField, TextArea, TextField, toast } from '../../../components'
import { api } from '../../session'
import { Loaded } from '../../shared/list'
import { errorText } from '../../shared/words'
import { SafeFrame } from '../../shared/safe-frame'

type Version = MessageTextView['texts'][number]
type Part = 'subject' | 'heading' | 'body'
type Typed = Record<Part, string>

const channelWords = { email: 'Email', sms: 'Text message' }
const languageWords = { en: 'English', es: 'Spanish' }
const versionWords = ({ channel, language }: Version) =>
  `${channelWords[channel]}, ${languageWords[language]}`
const nameOf = ({ channel, language }: Version) => `${channel} ${language}`

/** One message: its versions by channel and language, with a preview while you type. */
export function TextEditor({
  id,
  onClose,
  onChange,
}: {
  id: string
  onClose: () => void
  onChange: () => void
}) {
  const load = useLoad((signal) => api.admin.messages.templates(id).get({ signal }), [id])
  const [chosen, setChosen] = useState('')
  const saved = () => {
    load.reload()
    onChange()
  }
  return (
    <section class="card stack" aria-label="Edit a message">
      <div class="actions">
        <Button size="small" onClick={onClose}>
          All messages
        </Button>
      </div>
      <Loaded load={load}>
        {(view) => {
          const version = view.texts.find((text) => nameOf(text) === chosen) ?? view.texts[0]
          return (
            <>
              <div class="stack-tight">
                <h2>{view.title}</h2>
                <p class="soft">{view.occasion}</p>
              </div>
              <SelectField
                label="Version"
                value={version && nameOf(version)}
                options={view.texts.map((text) => ({
                  value: nameOf(text),
                  label: versionWords(text) + (text.edited ? ' (edited)' : ''),
                }))}
                onChoice={setChosen}
              />
              {version && (
                <VersionEditor
                  key={`${nameOf(version)} ${version.changedAt}`}
                  id={view.key}
                  version={version}
                  onSaved={saved}
                />
              )}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

interface VersionProps {
  id: string
  version: Version
  onSaved: () => void
}

const partsOf = (parts: Version['current']): Typed => ({
  subject: parts.subject ?? '',
  heading: parts.heading ?? '',
  body: parts.body ?? '',
})

function VersionEditor({ id, version, onSaved }: VersionProps) {
  const { channel, language } = version
  const [typed, setTyped] = useState(partsOf(version.current))
  const focused = useRef<{ part: Part; field: HTMLInputElement | HTMLTextAreaElement } | null>(null)
  const place = api.admin.messages.templates(id)(language)(channel)
  const sent = channel === 'email' ? typed : { body: typed.body }
  const saving = useAction(async () => {
    await place.put(sent)
    toast('Text saved')
    onSaved()
  })
  const resetting = useAction(async () => {
    await place.delete()
    toast('Back to the default text')
    onSaved()
  })
  const isSame = JSON.stringify(typed) === JSON.stringify(partsOf(version.current))
  const bind = (part: Part) => ({
    value: typed[part],
    onText: (text: string) => setTyped((before) => ({ ...before, [part]: text })),
    onFocusIn: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      focused.current = { part, field: event.currentTarget }
    },
    error: errorText(saving.fields[part]),
  })
  /** Where the cursor is, or at the end of the body. */
  const insert = (name: string) => {
    const { part, field } = focused.current ?? { part: 'body' as const, field: null }
    const at = field?.selectionStart ?? typed[part].length
    const mark = `{${name}}`
    setTyped((before) => ({ ...before, [part]: before[part].slice(0, at) + mark + before[part].slice(at) }))
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(at + mark.length, at + mark.length)
    })
  }
  return (
    <div class="halves">
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void saving.run()
        }}
      >
        {channel === 'email' && (
          <>
            <TextField label="Subject" {...bind('subject')} />
            <TextField label="Heading" {...bind('heading')} />
          </>
        )}
        <TextArea
          label={channel === 'email' ? 'Text' : 'Text message'}
          rows={channel === 'email' ? 9 : 5}
          {...bind('body')}
          hint={
            channel === 'email'
              ? 'Leave a blank line to start a new paragraph. Details, prices, buttons and safety notes follow your text.'
              : 'Links and the reference follow it'
          }
        />
        <div class="stack-tight" role="group" aria-label="Insert a placeholder">
          <span class="small soft">Insert</span>
          <div class="chips">
            {version.placeholders.map(({ name, about, required }) => (
              <button
                type="button"
                class="chip"
                key={name}
                title={required ? `${about} (needed)` : about}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => insert(name)}
              >
                {`{${name}}`}
                {required && ' *'}
              </button>
            ))}
          </div>
        </div>
        {(saving.problem ?? resetting.problem) !== null && (
          <Alert tone="bad">{saving.problem ?? resetting.problem}</Alert>
        )}
        <div class="actions">
          <Button kind="primary" type="submit" busy={saving.busy} disabled={isSame}>
            Save text
          </Button>
          {version.edited ? (
            <Button busy={resetting.busy} onClick={() => void resetting.run()}>
              Reset to default
            </Button>
          ) : (
            !isSame && <Button onClick={() => setTyped(partsOf(version.default))}>Undo changes</Button>
          )}
        </div>
      </form>
      <Preview id={id} version={version} parts={sent} />
    </div>
  )
}

/** Long enough to finish a word. */
const typingDelay = 250

/** The message with sample data, a moment after the last key. A fault keeps the preview before it. */
function Preview({ id, version, parts }: { id: string; version: Version; parts: Partial<Typed> }) {
  const { channel, language } = version
  const [shown, setShown] = useState<TextPreview | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const wanted = JSON.stringify(parts)
  useEffect(() => {
    let isOld = false
    const timer = setTimeout(
      () => {
        const body = { ...parts, channel, language }
        api.admin.messages
          .templates(id)
          .preview.post(body, { key: null })
          .then(
            (preview) => {
              if (isOld) return
              setShown(preview)
              setProblem(null)
            },
            (error: unknown) => !isOld && setProblem(messageOf(error)),
          )
      },
      shown === null ? 0 : typingDelay,
    )
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [wanted])
  return (
    <section class="stack-tight" aria-label="Preview">
      {problem !== null && <Alert tone="warn">{problem}</Alert>}
      {shown && <Shown preview={shown} />}
    </section>
  )
}

function Shown({ preview: { subject, html, text, length } }: { preview: TextPreview }) {
  if (html !== null)
    return (
      <>
        <p class="strong">{subject}</p>
        <SafeFrame title="Preview of the email" html={html} />
      </>
    )
  return (
    <>
      <p class="sms-bubble">{text}</p>
      {length && (
        <p class="small soft">
          {length.characters} characters · {length.segments === 1 ? '1 text' : `${length.segments} texts`}{' '}
          {length.encoding === 'UCS-2' && <Badge tone="warn">A special letter makes it longer</Badge>}
        </p>
      )}
    </>
  )
}
