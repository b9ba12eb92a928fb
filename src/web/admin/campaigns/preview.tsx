import { useState } from 'preact/hooks'
import type { CampaignPreview, CampaignResult } from '../../../modules/campaigns/model'
import { useAction } from '../../client/hooks'
import { Empty, TextField } from '../../components'
import { api } from '../session'
import { Figure } from '../shared/figure'
import { Form } from '../shared/form'
import { SafeFrame } from '../shared/safe-frame'
import type { Draft } from './tab'

interface PreviewProps {
  draft: Draft
  onSent: (result: CampaignResult) => void
}

/** Who gets it and what they see. Sending wants the number typed, since it cannot be taken back. */
export function Preview({ draft: { body, preview, key }, onSent }: PreviewProps) {
  const [typed, setTyped] = useState('')
  const sending = useAction(async () => {
    onSent(await api.post<CampaignResult>('/api/campaigns/send', body, { key }))
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
