import { useState } from 'preact/hooks'
import type { Shift, WorkerWithHours } from '../../../modules/workforce'
import { formatPast } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Button, CheckField, TextField, toast } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Form, orNull, useForm } from '../shared/form'
import { List, useList } from '../shared/list'
import { WeekFields, weekFields } from '../shared/week'
import { endText, spanOfAbsence, wholeDay } from './away'

interface ShiftsProps {
  worker: WorkerWithHours
  onDone: () => void
}

/** Edits the whole week at once. Hours that aren't listed are free time. */
export function ShiftsForm({ worker, onDone }: ShiftsProps) {
  const [shifts, setShifts] = useState<Shift[]>(worker.shifts)
  const saving = useAction(async () => {
    await api.admin.workers(worker.id).shifts.put({ shifts })
    toast('Working hours saved')
  })
  return (
    <Form action={saving} submit="Save hours" minor onDone={onDone} fields={weekFields('shifts', shifts)}>
      {shifts.length === 0 && (
        <p class="soft">No working hours yet. Auto-dispatch won't assign jobs until you add some.</p>
      )}
      <WeekFields name="shifts" shifts={shifts} onChange={setShifts} faults={saving.fields} />
    </Form>
  )
}

/** Offered for time off that isn't all day. */
const usualShift = { startTime: '08:00', endTime: '17:00' }

const absencesOf = (workerId: string) => api.admin.workers(workerId)['time-off']

export const useTimeOff = (workerId: string) => useList(absencesOf(workerId), { limit: '8' })

interface TimeOffProps {
  workerId: string
  timeZone: string
  list: ReturnType<typeof useTimeOff>
}

export function TimeOffList({ workerId, timeZone, list }: TimeOffProps) {
  const absences = absencesOf(workerId)
  const adding = useAction(async () => {
    const { reason, allDay, ...typed } = form.values
    const span = spanOfAbsence({ ...typed, ...(allDay && wholeDay) }, timeZone)
    await absences.post({ ...span, reason: orNull(reason) })
    form.set({ startDate: '', endDate: '', reason: '' })
    toast('Time off added')
  })
  const removing = useAction(async (id: string) => {
    await absences(id).delete()
    list.reload()
  })
  const errors = { ...adding.fields }
  if (errors.startsAt) errors.startDate = errors.startsAt
  if (errors.endsAt) errors.endDate = errors.endsAt
  const form = useForm({ startDate: '', endDate: '', ...usualShift, allDay: true, reason: '' }, errors)
  return (
    <Section title="Time off">
      {removing.problem !== null && <Alert tone="bad">{removing.problem}</Alert>}
      <List
        list={list}
        caption="Time off"
        keyOf={({ id }) => id}
        empty="No time off planned"
        columns={[
          { head: 'From', cell: ({ startsAt }) => formatPast(startsAt, timeZone) },
          { head: 'To', cell: ({ endsAt }) => endText(endsAt, timeZone) },
          { head: 'Reason', cell: ({ reason }) => reason },
          {
            head: '',
            cell: ({ id }) => (
              <Button size="small" busy={removing.busy} onClick={() => void removing.run(id)}>
                Remove
              </Button>
            ),
          },
        ]}
      />
      <Form
        action={adding}
        submit="Add time off"
        minor
        onDone={list.reload}
        ready={form.values.startDate !== ''}
        fields={['startsAt', 'endsAt', 'reason']}
      >
        <CheckField label="All day" {...form.check('allDay')} />
        <div class={form.values.allDay ? 'form-grid form-grid-2' : 'form-grid form-grid-4'}>
          <TextField label="First day" type="date" {...form.text('startDate')} />
          {!form.values.allDay && <TextField label="Start time" type="time" {...form.text('startTime')} />}
          <TextField label="Last day" type="date" optional {...form.text('endDate')} />
          {!form.values.allDay && <TextField label="End time" type="time" {...form.text('endTime')} />}
          <div class="wide">
            <TextField label="Reason" optional {...form.text('reason')} />
          </div>
        </div>
      </Form>
    </Section>
  )
}
