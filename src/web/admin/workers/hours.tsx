import { useState } from 'preact/hooks'
import type { Shift, WorkerWithHours } from '../../../modules/workforce'
import { formatMoment } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Button, SelectField, TextField, toast, Alert } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Form, orNull, useForm } from '../shared/form'
import { List, useList } from '../shared/list'
import { endText, spanOfAbsence, wholeDay } from './away'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const options = weekdays.map((label, place) => ({ value: String(place + 1), label }))

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
  const change = (place: number, part: Partial<Shift>) =>
    setShifts(shifts.map((shift, at) => (at === place ? { ...shift, ...part } : shift)))
  const add = () => {
    const last = shifts.at(-1)
    const weekday = last ? (last.weekday % 7) + 1 : 1
    setShifts([...shifts, { weekday, start: last?.start ?? '08:00', end: last?.end ?? '17:00' }])
  }
  const errorFields = shifts.flatMap((_, place) =>
    ['', '.weekday', '.start', '.end'].map((field) => `shifts.${place}${field}`),
  )
  const errorOf = (place: number, field: string) => saving.fields[`shifts.${place}.${field}`]
  return (
    <Form action={saving} submit="Save hours" onDone={onDone} fields={errorFields}>
      {shifts.length === 0 && (
        <p class="soft">No working hours yet. Auto-dispatch won't assign jobs until you add some.</p>
      )}
      {shifts.map((shift, place) => (
        <div class="shift" key={place}>
          <SelectField
            label="Day"
            value={String(shift.weekday)}
            options={options}
            onChoice={(value) => change(place, { weekday: Number(value) })}
          />
          <TextField
            label="Start"
            type="time"
            value={shift.start}
            onText={(start) => change(place, { start })}
            error={errorOf(place, 'start') ?? saving.fields[`shifts.${place}`]}
          />
          <TextField
            label="End"
            type="time"
            value={shift.end === '24:00' ? '23:59' : shift.end}
            onText={(end) => change(place, { end })}
            error={errorOf(place, 'end')}
          />
          <Button
            aria-label={`Remove ${weekdays[shift.weekday - 1]} ${shift.start}`}
            onClick={() => setShifts(shifts.filter((_, at) => at !== place))}
          >
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button size="small" onClick={add}>
          Add hours
        </Button>
      </div>
    </Form>
  )
}

interface TimeOffProps {
  workerId: string
  timeZone: string
}

export function TimeOffList({ workerId, timeZone }: TimeOffProps) {
  const absences = api.admin.workers(workerId)['time-off']
  const list = useList(absences, { limit: '8' })
  const adding = useAction(async () => {
    const { reason, ...typed } = form.values
    await absences.post({ ...spanOfAbsence(typed, timeZone), reason: orNull(reason) })
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
  const form = useForm({ startDate: '', endDate: '', ...wholeDay, reason: '' }, errors)
  return (
    <Section title="Time off">
      {removing.problem !== null && <Alert tone="bad">{removing.problem}</Alert>}
      <List
        list={list}
        caption="Time off"
        keyOf={({ id }) => id}
        empty="No time off planned"
        columns={[
          { head: 'From', cell: ({ startsAt }) => formatMoment(startsAt, timeZone) },
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
        onDone={list.reload}
        ready={form.values.startDate !== ''}
        fields={['startsAt', 'endsAt', 'reason']}
      >
        <div class="form-grid">
          <TextField label="First day" type="date" {...form.text('startDate')} />
          <TextField label="Start time" type="time" {...form.text('startTime')} />
          <TextField label="Last day" type="date" optional {...form.text('endDate')} />
          <TextField label="End time" type="time" {...form.text('endTime')} />
          <TextField label="Reason" optional {...form.text('reason')} />
        </div>
      </Form>
    </Section>
  )
}
