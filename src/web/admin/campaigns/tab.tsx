import '../shared/kit'
import { formatPhone } from '../../client/format'
import { useState } from 'preact/hooks'
import { campaignPlaceholders, listed, placeholderWarning } from '../../../lib/placeholders'
import type { CampaignPreview, CampaignResult } from '../../../modules/messages'
import { useAction } from '../../client/hooks'
import { Alert, SelectField, TextArea, TextField, Empty } from '../../components'
import { linkTo } from '../address'
import { api } from '../session'
import { Figure } from '../shared/facts'
import { Form, orNull, useForm } from '../shared/form'
import { SafeFrame } from '../shared/safe-frame'
import { TabPage } from '../shared/tab-page'
import { franchiseOptions, useDirectory } from '../shell/directory'

const channels = [
  { value: 'email', label: 'Email' },
  { value: 'sms', label: 'Text message' },
  { value: 'both', label: 'Email and text message' },
]
const audiences = [
  { value: 'all', label: 'All customers with a completed job' },
  { value: 'new', label: 'New customers (one completed job)' },
  { value: 'returning', label: 'Returning customers (more than one completed job)' },
]

interface Draft {
  body: object
  preview: CampaignPreview
  /** The idempotency key, so a second click or a retry after a lost answer doesn't send twice. */
  key: string
}

export default function CampaignsTab() {
  const directory = useDirectory()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [result, setResult] = useState<CampaignResult | null>(null)
  const previewing = useAction(async () => {
    const body = bodyOf(form.values)
    const preview = await api.admin.campaigns.preview.post(body, { key: null })
    setResult(null)
    setDraft({ body, preview, key: crypto.randomUUID() })
  })
  const form = useForm(
    { type: 'email', targetAudience: 'all', subject: '', messageTemplate: '', franchiseId: '' },
    previewing.fields,
  )
  // Any edit hides the preview, so people never send a text they haven't seen.
  const previewed = draft && isSame(draft.body, bodyOf(form.values)) ? draft : null
  return (
    <TabPage title="Campaigns">
      {result && <Outcome result={result} />}
      <div class="halves">
        <section class="card">
          <Form
            action={previewing}
            submit="Preview campaign"
            onDone={() => {}}
            fields={Object.keys(form.values)}
          >
            <div class="form-grid form-grid-2">
              <SelectField label="Channel" {...form.choice('type')} options={channels} />
              <SelectField
                label="Franchise"
                {...form.choice('franchiseId')}
                options={franchiseOptions(directory, 'All franchises')}
              />
              <div class="wide">
                <SelectField label="Audience" {...form.choice('targetAudience')} options={audiences} />
              </div>
            </div>
            {form.values.type !== 'sms' && (
              <TextField
                label="Subject"
                optional
                placeholder="News from {business}"
                {...form.text('subject')}
                hint={bracesWarning(form.values.subject)}
              />
            )}
            <TextArea
              label="Message"
              rows={9}
              {...form.text('messageTemplate')}
              hint={
                <>
                  You can use {listed(campaignPlaceholders)}. Customers who opted out are skipped.
                  {bracesWarning(form.values.messageTemplate)}
                </>
              }
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

/** A typing error in a placeholder looks like text that is meant to be in braces, so only the writer can tell. */
function bracesWarning(text: string) {
  const warning = placeholderWarning(text)
  return (
    warning && (
      <span class="field-warning" role="status">
        {warning}
      </span>
    )
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
  const waiting = total - sent - failed
  return (
    <Alert tone={failed > 0 ? 'warn' : 'good'}>
      <p>
        {sent} of {total} messages sent{failed > 0 && `, ${failed} failed`}
        {waiting > 0 && `, ${waiting} still sending`}.
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

/** The recipients and samples. Sending can't be undone, so it asks for the number of messages first. */
function Preview({ draft: { body, preview, key }, onSent }: PreviewProps) {
  const [typed, setTyped] = useState('')
  const sending = useAction(async () => {
    onSent(await api.campaigns.send.post(body, { key }))
  })
  const { customers, emails, texts, total, addressMissing, samples } = preview
  if (total === 0)
    return (
      <Empty title="No recipients">
        We can't reach anyone in this audience this way. Choose another audience or channel.
      </Empty>
    )
  return (
    <section class="card stack" aria-label="Campaign preview">
      <div class="figures">
        <Figure value={String(customers)} label="Customers" />
        <Figure value={String(emails)} label="Emails" />
        <Figure value={String(texts)} label="Texts" />
      </div>
      {addressMissing ? (
        <Alert tone="warn">
          <p>
            We can't send this campaign: some of its emails would have no mailing address. Enter yours under{' '}
            <a href={linkTo('settings')}>Settings</a>, or one for each franchise, then preview again.
          </p>
        </Alert>
      ) : (
        <Form
          action={sending}
          submit={`Send ${total} ${total === 1 ? 'message' : 'messages'}`}
          danger
          ready={typed.trim() === String(total)}
          onDone={() => {}}
        >
          <TextField
            label={`You can't undo this. Type ${total} to confirm.`}
            inputMode="numeric"
            autocomplete="off"
            value={typed}
            onText={setTyped}
          />
        </Form>
      )}
      <h3>{samples.length === 1 ? '1 sample' : `${samples.length} samples`}</h3>
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
        <span class="soft">{channel === 'email' ? 'Email to' : 'Text to'}</span>{' '}
        {channel === 'email' ? to : formatPhone(to)}
        {subject && <span class="strong"> · {subject}</span>}
      </p>
      {html === null ? <p class="sms-bubble">{text}</p> : <SafeFrame title={`Email to ${to}`} html={html} />}
    </div>
  )
}
