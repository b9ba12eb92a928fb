import { useRef, useState } from 'preact/hooks'
import type { Subscription } from '../../../modules/webhooks'
import { useAction, useLoad } from '../../client/hooks'
import { Alert, CheckField, TextField, toast } from '../../components'
import { api } from '../session'
import { Form, orNull, useForm } from '../shared/form'
import { Loaded } from '../shared/list'
import { plain } from '../shared/words'

interface WebhookFormProps {
  /** Null for a new webhook. */
  webhook: Subscription | null
  onDone: (id: string) => void
  onCancel: () => void
}

export function WebhookForm({ webhook, onDone, onCancel }: WebhookFormProps) {
  const [chosen, setChosen] = useState(new Set(webhook?.types))
  const saved = useRef('')
  const saving = useAction(async () => {
    const { all, url, description, contactEmail } = form.values
    const body = {
      url,
      description: orNull(description),
      contactEmail: orNull(contactEmail),
      types: all ? [] : [...chosen],
    }
    const hooks = api.admin['webhook-subscriptions']
    const { id } = webhook === null ? await hooks.post(body) : await hooks(webhook.id).patch(body)
    saved.current = id
    toast('Webhook saved')
  })
  const form = useForm(
    {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      contactEmail: webhook?.contactEmail ?? '',
      all: (webhook?.types ?? []).length === 0,
    },
    saving.fields,
  )
  const choose = (type: string) => (checked: boolean) => {
    const next = new Set(chosen)
    if (checked) next.add(type)
    else next.delete(type)
    setChosen(next)
  }
  return (
    <Form
      action={saving}
      submit="Save"
      onDone={() => onDone(saved.current)}
      onCancel={onCancel}
      ready={form.values.all || chosen.size > 0}
      fields={['url', 'description', 'contactEmail']}
    >
      <TextField
        label="Address"
        {...form.text('url')}
        inputMode="url"
        autoCapitalize="none"
        spellcheck={false}
        placeholder="https://"
        hint="We post events to this address. It must be reachable from the internet over https."
      />
      <TextField label="Description" optional {...form.text('description')} />
      <TextField
        label="Contact email"
        type="email"
        optional
        {...form.text('contactEmail')}
        hint="We write to this address if we have to turn the webhook off"
      />
      <CheckField label="Send all events, including ones we add later" {...form.check('all')} />
      {!form.values.all && chosen.size === 0 && <Alert>Choose at least one event to save the webhook.</Alert>}
      {!form.values.all && <TypeChoice chosen={chosen} choose={choose} />}
    </Form>
  )
}

interface TypeChoiceProps {
  chosen: ReadonlySet<string>
  choose: (type: string) => (checked: boolean) => void
}

function TypeChoice({ chosen, choose }: TypeChoiceProps) {
  const load = useLoad((signal) => api.admin['webhook-event-types'].get({ signal }))
  return (
    <Loaded load={load}>
      {({ types }) =>
        [...Map.groupBy(types, ({ type }) => type.split('.')[0] ?? '')].map(([noun, group]) => (
          <fieldset class="stack-tight" key={noun}>
            <legend class="strong">{plain(noun)}</legend>
            {group.map(({ type, summary }) => (
              <CheckField
                key={type}
                name={type}
                checked={chosen.has(type)}
                onCheck={choose(type)}
                label={
                  <>
                    {summary} <code class="soft small">{type}</code>
                  </>
                }
              />
            ))}
          </fieldset>
        ))
      }
    </Loaded>
  )
}
