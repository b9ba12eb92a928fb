import { capitalized, formatsFor } from '../../words/formats'
import type { Language } from '../../words/language'

/** A time to choose, as `2026-03-04|12:00-14:00`. */
export interface ShownSlot {
  value: string
  name: string
  hours?: string
  /** A word that sets it apart, such as Soonest. */
  mark?: string | undefined
}

interface SlotsProps {
  language: Language
  days: { date: string; slots: ShownSlot[] }[]
  chosen: string
  onChoose?: (value: string) => void
}

/** Days with the times to choose from. */
export const Slots = ({ language, days, chosen, onChoose }: SlotsProps) => (
  <div class="days">
    {days.map(({ date, slots }) => (
      <Day key={date} language={language} date={date}>
        {slots.map((slot) => (
          <Slot key={slot.value} {...slot} chosen={chosen} onChoose={onChoose} />
        ))}
      </Day>
    ))}
  </div>
)

interface DayProps {
  language: Language
  date: string
  children: preact.ComponentChildren
}

function Day({ language, date, children }: DayProps) {
  const formats = formatsFor(language)
  return (
    <div class="day" role="group" aria-label={capitalized(formats.dayOf(date))}>
      <div class="day-name">
        <span class="strong">{capitalized(formats.weekdayNameOf(date))}</span>{' '}
        <span class="soft">{formats.shortDayOf(date)}</span>
      </div>
      <div class="day-slots">{children}</div>
    </div>
  )
}

type SlotProps = ShownSlot & Pick<SlotsProps, 'chosen'> & { onChoose: SlotsProps['onChoose'] }

function Slot({ value, name, hours, mark, chosen, onChoose }: SlotProps) {
  return (
    <label class="slot">
      <input
        type="radio"
        name="slot"
        value={value}
        checked={value === chosen}
        required
        {...(onChoose && { onChange: () => onChoose(value) })}
      />
      <span class="slot-text">
        <span>{name}</span>
        {hours && <span class="slot-hours">{hours}</span>}
        {mark && <span class="slot-mark">{mark}</span>}
      </span>
    </label>
  )
}
