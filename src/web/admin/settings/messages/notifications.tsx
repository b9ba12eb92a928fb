import { useState } from 'preact/hooks'
import type { MessageText, NotificationView } from '../../../../modules/messages'
import { useAction } from '../../../client/hooks'
import { Alert, Badge, Button, SelectField, TextField, toast } from '../../../components'
import { api } from '../../session'
import { Later } from '../../shared/later'

type Item = NotificationView['items'][number]

const choiceWords: Record<Item['choices'][number], string> = {
  email_first: 'Email, or text if no email',
  sms_first: 'Text, or email if no phone',
  email: 'Email only',
  sms: 'Text only',
  both: 'Email and text',
  none: "Don't send",
}

interface ListProps {
  view: NotificationView
  texts: MessageText[]
  onEdit: (key: string) => void
  onChange: (view: NotificationView) => void
}

/** Every message with how it is sent and its wording. */
export function NotificationList({ view, texts, onEdit, onChange }: ListProps) {
  const groups = [...new Set(view.items.map(({ group }) => group))]
  return (
    <>
      <p class="soft">When you choose how a message is sent, it's saved right away.</p>
      {groups.map((group, nth) => {
        const items = view.items.filter((item) => item.group === group)
        const card = <Group key={group} name={group} {...{ items, view, texts, onEdit, onChange }} />
        // The first one fills a screen.
        return nth === 0 ? card : <Later key={group}>{card}</Later>
      })}
    </>
  )
}

function Group({ name, items, view, texts, onEdit, onChange }: ListProps & { name: string; items: Item[] }) {
  return (
    <section class="card stack" aria-label={name}>
      <h2>{name}</h2>
      {items.map((item) => (
        <div class="message-kind" key={item.name}>
          <div class="stack-tight">
            <h3>{item.title}</h3>
            <Wordings of={item} texts={texts} onEdit={onEdit} />
          </div>
          <div class="stack-tight">
            <Way item={item} onChange={onChange} />
            {item.name === 'reminder' && <ReminderTimes hours={view.reminderHours} onChange={onChange} />}
          </div>
        </div>
      ))}
    </section>
  )
}

/** A button for each wording of a message. The usual one has the message's own title. */
function Wordings({ of, texts, onEdit }: { of: Item } & Pick<ListProps, 'texts' | 'onEdit'>) {
  const own = of.messages.flatMap((key) => texts.find((text) => text.key === key) ?? [])
  return (
    <ul class="message-texts">
      {own.map((text) => (
        <li key={text.key}>
          <span class="small soft">
            {text.title !== of.title && <strong>{text.title}. </strong>}
            {text.occasion}
          </span>
          <span class="message-edit">
            <Button size="small" onClick={() => onEdit(text.key)} aria-label={`Edit text: ${text.title}`}>
              Edit text
            </Button>
            {text.texts.some(({ edited }) => edited) && <Badge tone="info">Edited</Badge>}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Saved as soon as it is chosen. */
function Way({ item, onChange }: { item: Item; onChange: ListProps['onChange'] }) {
  const saving = useAction(async (choice: string) => {
    onChange(await api.admin.messages.notifications.patch({ [item.name]: choice }))
    toast(`${item.title}: saved`)
  })
  if (item.choice === null) return <p class="small soft">{item.note}</p>
  return (
    <>
      <SelectField
        label="Send by"
        value={item.choice}
        options={item.choices.map((value) => ({ value, label: choiceWords[value] }))}
        disabled={saving.busy}
        onChoice={(choice) => void saving.run(choice)}
        {...(item.note !== null && { hint: item.note })}
      />
      {saving.problem !== null && <Alert tone="bad">{saving.problem}</Alert>}
    </>
  )
}

const most = 3

function ReminderTimes({ hours, onChange }: { hours: number[]; onChange: ListProps['onChange'] }) {
  const [typed, setTyped] = useState<string[]>(hours.map(String))
  const saving = useAction(async () => {
    const reminderHours = typed.map((text) => (text.trim() === '' ? Number.NaN : Number(text)))
    const view = await api.admin.messages.notifications.patch({ reminderHours })
    setTyped(view.reminderHours.map(String))
    onChange(view)
    toast('Reminder times saved')
  })
  const isSame = typed.join() === hours.join()
  return (
    <form
      class="stack-tight"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void saving.run()
      }}
    >
      {typed.map((value, at) => (
        <div class="reminder-time" key={at}>
          <TextField
            label="Hours before the visit"
            inputMode="numeric"
            value={value}
            onText={(text) => setTyped(typed.with(at, text))}
          />
          {typed.length > 1 && (
            <Button
              size="small"
              onClick={() => setTyped(typed.toSpliced(at, 1))}
              aria-label={`Remove ${value} hours`}
            >
              Remove
            </Button>
          )}
        </div>
      ))}
      <p class="small soft">
        No reminders go out between 9 PM and 8 AM, so one that is set a few hours before an early visit may
        not be sent.
      </p>
      {saving.problem !== null && (
        <Alert tone="bad">Enter whole hours from 1 to 336, each a different time.</Alert>
      )}
      <div class="actions">
        {!isSame && (
          <Button kind="primary" size="small" type="submit" busy={saving.busy}>
            Save times
          </Button>
        )}
        {typed.length < most && (
          <Button size="small" onClick={() => setTyped([...typed, ''])}>
            Add a reminder
          </Button>
        )}
      </div>
    </form>
  )
}
