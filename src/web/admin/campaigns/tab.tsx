import { useState } from 'preact/hooks'
import type { CampaignPreview, CampaignResult } from '../../../modules/messages'
import { useAction } from '../../client/hooks'
import { Alert, SelectField, TextArea, TextField, Empty } from '../../components'
import { api } from '../session'
import { Figure } from '../shared/facts'
import { Form, orNull, useForm } from '../shared/form'
import { SafeFrame } from '../shared/safe-frame'
import { TabPage } from '../shared/tab-page'
import { franchiseOptions, useDirectory } from '../shell/directory'

const ways = [
  { value: 'email', label: 'E-mail' },
  { value: 'sms', label: 'SMS' },
  { value: 'both', label: 'E-mail and SMS' },
]
const audiences = [
  { value: 'all', label: 'Everybody with a completed job' },
  { value: 'new', label: 'Those with one completed job' },
  { value: 'returning', label: 'Those with more than one' },
]

interface Draft {
  body: object
  preview: CampaignPreview
  /** Names this one sending: pressing twice, or again after a lost answer, sends once. */
  key: string
}

export default function CampaignsTab() {
  const directory = useDirectory()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [result, setResult] = useState<CampaignResult | null>(null)
  const looking = useAction(async () => {
    const body = bodyOf(form.values)
    const preview = await api.admin.campaigns.preview.post(body, { key: null })
    setResult(null)
    setDraft({ body, preview, key: crypto.randomUUID() })
  })
  const form = useForm(
    { type: 'email', targetAudience: 'all', subject: '', messageTemplate: '', franchiseId: '' },
    looking.fields,
  )
  // What is sent is what is shown: a preview of another text is none.
  const previewed = draft && isSame(draft.body, bodyOf(form.values)) ? draft : null
  return (
    <TabPage title="Campaigns">
      {result && <Outcome result={result} />}
      <div class="halves">
        <section class="card">
          <Form
            action={looking}
            submit="Show who gets it"
            onDone={() => {}}
            fields={Object.keys(form.values)}
          >
            <div class="form-grid">
              <SelectField label="By" {...form.choice('type')} options={ways} />
              <SelectField
                label="Franchise"
                {...form.choice('franchiseId')}
                options={franchiseOptions(directory, 'Every franchise')}
              />
              <div class="wide">
                <SelectField label="To" {...form.choice('targetAudience')} options={audiences} />
              </div>
            </div>
            {form.values.type !== 'sms' && <TextField label="Subject" optional {...form.text('subject')} />}
            <TextArea
              label="Message"
              rows={9}
              {...form.text('messageTemplate')}
              hint="{name} and {email} stand for the recipient. People who opted out are left out."
            />
          </Form>
        </section>
        {previewed && (
          <Preview
            key={previewed.key}
            draft={previewed}
            onSent={(sent) => {
              setResult(sent)
              setDraft(null)
            }}
          />
        )}
      </div>
    </TabPage>
  )
}

interface Values {
  type: string
  targetAudience: string
  subject: string
  messageTemplate: string
  franchiseId: string
}

const bodyOf = ({ subject, franchiseId, ...rest }: Values): object => ({
  ...rest,
  ...(subject === '' ? {} : { subject }),
  franchiseId: orNull(franchiseId),
})

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)

function Outcome({ result: { sent, failed, total, errors } }: { result: CampaignResult }) {
  const open = total - sent - failed
  return (
    <Alert tone={failed > 0 ? 'warn' : 'good'}>
      <p>
        {sent} of {total} messages are sent{failed > 0 && `, ${failed} failed`}
        {open > 0 && `, ${open} are on their way`}.
      </p>
      {errors && errors.length > 0 && (
        <ul>
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

interface PreviewProps {
  draft: Draft
  onSent: (result: CampaignResult) => void
}

/** Who gets it and what they see. Sending wants the number typed, since it cannot be taken back. */
function Preview({ draft: { body, preview, key }, onSent }: PreviewProps) {
  const [typed, setTyped] = useState('')
  const sending = useAction(async () => {
    onSent(await api.campaigns.send.post(body, { key }))
  })
  const { customers, emails, texts, total, samples } = preview
  if (total === 0)
    return <Empty title="Nobody would get it">Nobody of this audience can be reached this way.</Empty>
  return (
    <section class="card stack" aria-label="Preview">
      <div class="figures">
        <Figure value={String(customers)} label="customers" />
        <Figure value={String(emails)} label="e-mails" />
        <Figure value={String(texts)} label="texts" />
      </div>
      <Form
        action={sending}
        submit={`Send ${total} ${total === 1 ? 'message' : 'messages'}`}
        danger
        ready={typed.trim() === String(total)}
        onDone={() => {}}
      >
        <TextField
          label={`Type ${total} to send ${total === 1 ? 'it' : 'them'}`}
          inputMode="numeric"
          autocomplete="off"
          value={typed}
          onText={setTyped}
        />
      </Form>
      <h3>{samples.length === 1 ? 'One sample' : `${samples.length} samples`}</h3>
      {samples.map((sample) => (
        <Sample key={`${sample.channel}-${sample.to}`} sample={sample} />
      ))}
    </section>
  )
}

function Sample({ sample }: { sample: CampaignPreview['samples'][number] }) {
  const { channel, to, subject, html, text } = sample
  return (
    <div class="stack-tight">
      <p class="small">
        <span class="soft">{channel === 'email' ? 'E-mail to' : 'SMS to'}</span> {to}
        {subject && <span class="strong"> · {subject}</span>}
      </p>
      {html === null ? (
        <p class="code-block">{text}</p>
      ) : (
        <SafeFrame title={`The e-mail to ${to}`} html={html} />
      )}
    </div>
  )
}
