import { useState } from 'preact/hooks'
import type { Account } from '../../modules/accounts'
import type { Plan } from '../../modules/recurring'
import type { Api } from '../client/api'
import { now } from '../client/clock'
import { useAction, useLoad } from '../client/hooks'
import { intervalIn, intervalOptions, intervalText } from '../client/interval'
import { explained } from '../client/language'
import { Alert, Button, Dialog, SelectField, TextArea, TextField } from '../components'
import { controls, language, words } from './words'

interface PlanDialogProps {
  api: Api
  account: Account
  open: boolean
  onClose: () => void
  onAsked: (plan: Plan) => void
}

const text = words.plans

const intervals = intervalOptions(language, { weeks: [1, 2], months: [1, 2, 3, 4, 6, 12, 24] })

/** As date fields have it: `2026-03-02`. */
const today = () => new Date(now()).toLocaleDateString('en-CA')

export function PlanDialog(props: PlanDialogProps) {
  const { open, onClose } = props
  return (
    <Dialog title={text.formTitle} open={open} onClose={onClose} words={controls}>
      <PlanForm {...props} />
    </Dialog>
  )
}

function PlanForm({ api, account, onClose, onAsked }: PlanDialogProps) {
  const latest = account.jobs[0]
  const services = useLoad((signal) => api.services.get({ signal }))
  const [service, setService] = useState(latest?.type ?? '')
  const [address, setAddress] = useState(latest?.address ?? '')
  const [interval, chooseInterval] = useState(intervalText({ intervalMonths: 6 }))
  const [start, setStart] = useState('')
  const [notes, setNotes] = useState('')
  const labels = new Set([
    ...(latest ? [latest.type] : []),
    ...(services.data?.services ?? []).map(({ label }) => label),
  ])
  const ask = useAction(() =>
    explained(async () => {
      const answer = await api['maintenance-plans'].post({
        serviceType: service || [...labels][0],
        address,
        ...intervalIn(interval),
        ...(account.name === null ? {} : { name: account.name }),
        ...(start === '' ? {} : { preferredStart: start }),
        ...(notes.trim() === '' ? {} : { notes }),
      })
      onAsked(answer.plan)
    }),
  )
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void ask.run()
      }}
    >
      <SelectField
        label={text.service}
        options={[...labels].map((label) => ({ value: label, label }))}
        value={service}
        onChoice={setService}
        error={ask.fields.serviceType && text.serviceWrong}
      />
      <TextField
        label={text.address}
        autoComplete="street-address"
        required
        maxLength={500}
        value={address}
        onText={setAddress}
        error={ask.fields.address && text.addressWrong}
      />
      <div class="columns-2">
        <SelectField label={text.howOften} options={intervals} value={interval} onChoice={chooseInterval} />
        <TextField
          label={text.firstVisit}
          type="date"
          min={today()}
          optional
          optionalWord={controls.optional}
          value={start}
          onText={setStart}
          error={ask.fields.preferredStart && text.firstVisitWrong}
        />
      </div>
      <TextArea
        label={text.notes}
        optional
        optionalWord={controls.optional}
        maxLength={1000}
        rows={2}
        value={notes}
        onText={setNotes}
      />
      {ask.problem && <Alert tone="bad">{ask.problem}</Alert>}
      <div class="actions actions-fill">
        <Button onClick={onClose}>{text.notNow}</Button>
        <Button kind="primary" type="submit" busy={ask.busy}>
          {text.submit}
        </Button>
      </div>
    </form>
  )
}
