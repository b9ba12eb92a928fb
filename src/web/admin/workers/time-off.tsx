import type { TimeOff } from '../../../modules/workers/model'
import { formatMoment } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Button, TextField, toast } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Form, orNull, useForm } from '../shared/form'
import { List, useList } from '../shared/list'
import { endText, spanOfAbsence, wholeDay } from './away'

interface TimeOffProps {
  workerId: string
  timeZone: string
}

export function TimeOffList({ workerId, timeZone }: TimeOffProps) {
  const path = `/api/admin/workers/${workerId}/time-off`
  const list = useList<TimeOff>(path, { limit: '8' })
  const adding = useAction(async () => {
    const { reason, ...typed } = form.values
    await api.post(path, { ...spanOfAbsence(typed, timeZone), reason: orNull(reason) })
    form.set({ startDate: '', endDate: '', reason: '' })
    toast('The time off is noted')
  })
  const removing = useAction(async (id: string) => {
    await api.delete(`${path}/${id}`)
    list.reload()
  })
  const faults = { ...adding.fields }
  if (faults.startsAt) faults.startDate = faults.startsAt
  if (faults.endsAt) faults.endDate = faults.endsAt
  const form = useForm({ startDate: '', endDate: '', ...wholeDay, reason: '' }, faults)
  return (
    <Section title="Time off">
      {removing.problem !== null && <Alert tone="bad">{removing.problem}</Alert>}
      <List
        list={list}
        caption="Time off"
        keyOf={({ id }) => id}
        empty="None"
        columns={[
          { head: 'From', cell: ({ startsAt }) => formatMoment(startsAt, timeZone) },
          { head: 'Until', cell: ({ endsAt }) => endText(endsAt, timeZone) },
          { head: 'Reason', cell: ({ reason }) => reason },
          {
            head: '',
            cell: ({ id }) => (
              <Button size="small" busy={removing.busy} onClick={() => void removing.run(id)}>
                Take back
              </Button>
            ),
          },
        ]}
      />
      <Form
        action={adding}
        submit="Give time off"
        onDone={list.reload}
        ready={form.values.startDate !== ''}
        fields={['startsAt', 'endsAt', 'reason']}
      >
        <div class="form-grid">
          <TextField label="First day" type="date" {...form.text('startDate')} />
          <TextField label="From" type="time" {...form.text('startTime')} />
          <TextField label="Last day" type="date" optional {...form.text('endDate')} />
          <TextField label="Until" type="time" {...form.text('endTime')} />
          <TextField label="Reason" optional {...form.text('reason')} />
        </div>
      </Form>
    </Section>
  )
}
