import { useRef } from 'preact/hooks'
import type { Worker, WorkerWithHours } from '../../../modules/workforce'
import { formatPhone } from '../../client/format'
import { useAction } from '../../client/hooks'
import { ChipsField, Drawer, CheckField, SelectField, TextField, toast } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { languageOptions, languageOrNull } from '../shared/words'
import { Form, numberOrNull, orNull, textOf, useForm, wordsOf } from '../shared/form'
import { Later } from '../shared/later'
import { Loaded, useItem } from '../shared/list'
import type { Pin } from '../shared/pin-map'
import { pinOf, PlaceField } from '../shared/place-field'
import { knownSkills } from '../shared/skills'
import { AverageStars } from '../shared/stars'
import { useOpened } from '../shared/tab-page'
import { useDirectory, franchiseOptions, type Directory } from '../shell/directory'
import { ShiftsForm, TimeOffList, useTimeOff } from './hours'
import { hoursOf, minutesOf } from './day-limit'
import { LunchForm } from './lunch'
import { Tokens, useTokens } from './tokens'

export function WorkerDrawer({ onChange }: { onChange: () => void }) {
  const { workers } = useDirectory()
  const { id, close } = useOpened()
  const name = workers.find((worker) => worker.id === id)?.name
  return (
    <Drawer title={name ?? 'Technician'} open={id !== ''} onClose={close}>
      {id !== '' && <OpenWorker key={id} id={id} onChange={onChange} />}
    </Drawer>
  )
}

/** Asks for the lists along with the technician, because the slower answer then decides and not their sum. */
function OpenWorker({ id, onChange }: { id: string; onChange: () => void }) {
  const { zoneOf } = useDirectory()
  const load = useItem(api.admin.workers, id)
  const timeOff = useTimeOff(id)
  const tokens = useTokens(id)
  const changed = () => {
    load.reload()
    onChange()
  }
  return (
    <Loaded load={load} lines={8}>
      {(found) => (
        <div>
          {found.rating && (
            <Section title="Customer ratings">
              <p>
                <AverageStars {...found.rating} />
              </p>
            </Section>
          )}
          <Section title="Working hours">
            <ShiftsForm worker={found} onDone={changed} />
          </Section>
          <Section title="Lunch">
            <LunchForm key={JSON.stringify(found.lunch)} worker={found} onDone={changed} />
          </Section>
          <Later>
            <TimeOffList workerId={id} timeZone={zoneOf(found.franchiseId)} list={timeOff} />
            <Tokens worker={found} list={tokens} />
            <Section title="Profile">
              <WorkerForm key={profileKey(found)} worker={found} onDone={changed} />
            </Section>
          </Later>
        </div>
      )}
    </Loaded>
  )
}

/** The profile starts over when it has changed, and keeps what is typed when another part is saved. */
const profileKey = (worker: WorkerWithHours): string =>
  JSON.stringify({ ...worker, lunch: null, shifts: null, timeOff: null, rating: null, updatedAt: null })

const notifyOptions = [
  { value: '', label: "Push, or text if there's no app" },
  { value: 'sms', label: 'Text' },
  { value: 'email', label: 'Email' },
]

const notifyOrNull = (value: string): 'sms' | 'email' | null =>
  value === 'sms' || value === 'email' ? value : null

interface WorkerFormProps {
  /** Null for a new worker. */
  worker: Worker | null
  onDone: (saved: Worker) => void
  onCancel?: () => void
}

export function WorkerForm({ worker, onDone, onCancel }: WorkerFormProps) {
  const directory = useDirectory()
  const saved = useRef(worker)
  const saving = useAction(async () => {
    const { values } = form
    const body = {
      name: values.name,
      franchiseId: values.franchiseId === unchosen ? '' : orNull(values.franchiseId),
      email: orNull(values.email),
      phone: orNull(values.phone),
      language: languageOrNull(values.language),
      notifyBy: notifyOrNull(values.notifyBy),
      skills: wordsOf(values.skills),
      homeAddress: orNull(values.homeAddress),
      homeLat: numberOrNull(values.homeLat),
      homeLng: numberOrNull(values.homeLng),
      maxJobsPerDay: numberOrNull(values.maxJobsPerDay),
      maxMinutesPerDay: minutesOf(values.maxHoursPerDay),
      overtimeMinutes: numberOrNull(values.overtimeMinutes),
      active: values.active,
    }
    saved.current =
      worker === null ? await api.admin.workers.post(body) : await api.admin.workers(worker.id).patch(body)
    toast('Saved')
  })
  const form = useForm(
    {
      name: worker?.name ?? '',
      franchiseId: worker ? (worker.franchiseId ?? '') : usualFranchise(directory),
      email: worker?.email ?? '',
      phone: formatPhone(worker?.phone ?? ''),
      language: worker?.language ?? '',
      notifyBy: worker?.notifyBy ?? '',
      skills: worker?.skills.join(', ') ?? '',
      homeAddress: worker?.homeAddress ?? '',
      homeLat: textOf(worker?.homeLat),
      homeLng: textOf(worker?.homeLng),
      maxJobsPerDay: textOf(worker?.maxJobsPerDay),
      maxHoursPerDay: hoursOf(worker?.maxMinutesPerDay ?? null),
      overtimeMinutes: textOf(worker?.overtimeMinutes),
      active: worker?.active ?? true,
    },
    { ...saving.fields, ...(saving.fields.maxMinutesPerDay && { maxHoursPerDay: hoursFault }) },
  )
  return (
    <Form
      action={saving}
      submit={worker === null ? 'Save' : 'Save profile'}
      onDone={() => saved.current && onDone(saved.current)}
      {...(onCancel && { onCancel })}
      fields={[...Object.keys(form.values), 'maxMinutesPerDay']}
    >
      <div class="form-grid">
        <TextField label="Name" {...form.text('name')} />
        <SelectField
          label="Franchise"
          {...form.choice('franchiseId')}
          options={[
            ...(form.values.franchiseId === unchosen ? [{ value: unchosen, label: 'Choose…' }] : []),
            ...franchiseOptions(directory, 'Headquarters'),
          ]}
        />
        <TextField label="Email" type="email" optional {...form.text('email')} />
        <TextField label="Phone" type="tel" optional {...form.text('phone')} />
        <SelectField label="Language" {...form.choice('language')} options={languageOptions} />
        <SelectField
          label="Visit notifications"
          hint="New, moved and canceled visits for today and tomorrow"
          {...form.choice('notifyBy')}
          options={notifyOptions}
        />
        <div class="wide">
          <ChipsField
            label="Skills"
            optional
            values={wordsOf(form.values.skills)}
            onChange={(skills) => form.set({ skills: skills.join(', ') })}
            suggestions={knownSkills(directory)}
            hint="Press Enter after each one. Dispatch only assigns jobs they have the skills for."
            error={form.text('skills').error}
          />
        </div>
        <div class="wide">
          <PlaceField
            label="Starting address"
            hint="Their first drive of the day starts here. Leave blank to start at the franchise's base."
            address={form.values.homeAddress}
            onAddress={(homeAddress) => form.set({ homeAddress })}
            pin={pinOf(form.values.homeLat, form.values.homeLng)}
            around={baseOf(directory, form.values.franchiseId)}
            onPin={(pin) => form.set({ homeLat: textOf(pin?.lat), homeLng: textOf(pin?.lng) })}
            error={form.text('homeAddress').error ?? form.text('homeLat').error}
          />
        </div>
        <TextField label="Max jobs per day" inputMode="numeric" optional {...form.text('maxJobsPerDay')} />
        <TextField
          label="Max hours per day"
          inputMode="decimal"
          optional
          hint="On visits, without driving"
          {...form.text('maxHoursPerDay')}
        />
        <TextField
          label="Overtime per day (minutes)"
          inputMode="numeric"
          optional
          hint="Leave blank for the company's rule"
          {...form.text('overtimeMinutes')}
        />
      </div>
      <CheckField label="Active (can be assigned jobs)" {...form.check('active')} />
    </Form>
  )
}

const hoursFault = 'Enter a number of hours, up to 24.'

/** No franchise and not headquarters either: the service says that one is required. */
const unchosen = 'unchosen'

/** With a single franchise, new workers belong to it. With several, the user chooses. */
function usualFranchise({ franchises }: Directory): string {
  const [first, ...more] = franchises.filter(({ active }) => active)
  if (!first) return ''
  return more.length === 0 ? first.id : unchosen
}

/** The base of their franchise, or of any of ours: the map opens where the company works. */
function baseOf({ franchises }: Directory, franchiseId: string): Pin | null {
  const own = franchises.find(({ id }) => id === franchiseId)
  return own && own.lat !== null && own.lng !== null ? { lat: own.lat, lng: own.lng } : null
}
