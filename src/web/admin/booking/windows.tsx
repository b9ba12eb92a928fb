import { useState } from 'preact/hooks'
import type { Availability } from '../../../modules/scheduling'
import { timePreference } from '../../../lib/arrival-windows'
import { formatClockRange, formatNear } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Button, TextField } from '../../components'
import { api, settings } from '../session'
import type { BoundText } from '../shared/form'
import { useSettled } from '../shared/settled'
import { WantedTime } from '../shared/wanted-time'
import { today } from '../shared/zone'

const typingDelay = 350
/** Enough for a caller to choose from; the rest comes on request. */
const daysAtFirst = 3
const shortestAddress = 6

const reasons: Record<NonNullable<Availability['reason']>, string> = {
  no_place: "We couldn't find this address yet. Add the ZIP code, or enter a preferred time.",
  no_duration: "This service has no duration, so we can't plan it. Enter a preferred time.",
  out_of_area: 'This address is outside your service areas. You can still book it with a preferred time.',
  no_skill: 'No technician has the skills for this service. You can still book it with a preferred time.',
  too_early: "Technicians' hours that far ahead aren't known yet.",
  no_capacity:
    'Everyone is booked for the next seven days. Enter a preferred time to put the job on the waiting list.',
}

export interface Asked {
  address: string
  service: string
  gutterLength: string
  stories: string
  addOns: string
}

interface WindowsProps {
  asked: Asked
  date: string
  time: string
  onChoose: (date: string, time: string) => void
  text: (name: 'preferredDate' | 'preferredTime') => BoundText
}

function missingText({ address, service }: Asked): string {
  if (address.trim() !== '') return 'Choose a service'
  return service === '' ? 'Enter the address and choose a service' : 'Enter the address'
}

/** The next arrival windows that dispatch can keep, offered as soon as the address and the service are known. */
export function ArrivalWindows({ asked, date, time, onChoose, text }: WindowsProps) {
  const settled = useSettled(JSON.stringify(asked), typingDelay)
  const [isOpen, setIsOpen] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const load = useLoad(
    async (signal) => {
      const { address, service, gutterLength, stories, addOns } = JSON.parse(settled) as Asked
      if (address.trim().length < shortestAddress || service === '') return null
      const details = {
        ...(gutterLength && { gutterLength }),
        ...(stories && { stories }),
        ...(addOns.trim() && { addOns }),
      }
      return api.admin.availability.get({ query: { address, service, ...details }, signal })
    },
    [settled],
  )
  const windows = load.data?.windows ?? []
  const days = [...Map.groupBy(windows, (window) => window.date)]
  const shown = showsAll ? days : days.slice(0, daysAtFirst)
  const chip = (value: string, label: string, isChosen: boolean, choose: () => void) => (
    <label key={value} class="window-chip">
      <input type="radio" name="window" value={value} checked={isChosen} onChange={choose} />
      <span>{label}</span>
    </label>
  )
  return (
    <fieldset class="stack">
      <legend class="field-label">Arrival window</legend>
      <div class="booking-chips">
        {chip('any', 'No preference', date === '' && time === '', () => onChoose('', ''))}
      </div>
      <div class="window-days" aria-live="polite" aria-busy={load.loading ? 'true' : 'false'}>
        {shown.map(([day, free]) => (
          <div key={day}>
            <div class="field-label">{formatNear(day, today(settings.timeZone))}</div>
            <div class="booking-chips">
              {free.map(({ window, recommended }) =>
                chip(
                  `${day} ${window}`,
                  `${windowText(window)}${recommended ? ' · best for the route' : ''}`,
                  date === day && time === window,
                  () => onChoose(day, window),
                ),
              )}
            </div>
          </div>
        ))}
        {load.data === null && !load.loading && (
          <p class="field-hint">{missingText(asked)} to see available arrival windows.</p>
        )}
        {load.data === null && load.loading && (
          <p class="field-hint">Looking for available arrival windows…</p>
        )}
        {load.data?.reason && <p class="field-hint">{reasons[load.data.reason]}</p>}
        {load.problem !== null && <p class="field-error">{load.problem}</p>}
      </div>
      <div class="row">
        {days.length > shown.length && (
          <Button kind="quiet" size="small" onClick={() => setShowsAll(true)}>
            Show more days
          </Button>
        )}
        {!isOpen && (
          <Button kind="quiet" size="small" onClick={() => setIsOpen(true)}>
            Choose another time
          </Button>
        )}
      </div>
      {isOpen && (
        <div class="form-grid">
          <TextField label="Preferred date" type="date" optional {...text('preferredDate')} />
          <WantedTime {...text('preferredTime')} />
        </div>
      )}
    </fieldset>
  )
}

/** `8–10 AM` for `08:00-10:00`. */
export function windowText(window: string): string {
  const range = timePreference(window)
  return typeof range === 'object' ? formatClockRange(range.from, range.until) : window
}
