import { useState } from 'preact/hooks'
import type { CampaignPreview, CampaignResult } from '../../../modules/campaigns/model'
import { useAction } from '../../client/hooks'
import { Alert, SelectField, TextArea, TextField } from '../../components'
import { api } from '../session'
import { franchiseOptions, useDirectory } from '../shell/directory'
import { Form, orNull, useForm } from '../shared/form'
import { TabPage } from '../shared/tab-page'
import { Preview } from './preview'

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

export interface Draft {
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
    const preview = await api.post<CampaignPreview>('/api/admin/campaigns/preview', body, { key: null })
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
