import type { Effort } from '../../../modules/scheduling'
import { setAddress } from '../address'

const labels: Record<Effort, string> = {
  quick: 'Quick (a second)',
  normal: 'Normal (a few seconds)',
  thorough: 'Thorough (a minute)',
}

const isEffort = (name: string): name is Effort => Object.hasOwn(labels, name)

export const effortOf = (name: string): Effort => (isEffort(name) ? name : 'normal')

/** How long the next plan may search for less driving. */
export function EffortPicker({ effort }: { effort: Effort }) {
  return (
    <label class="plan-time" title="More time finds plans with less driving.">
      <span>Planning time</span>
      <select
        class="input"
        onChange={(event) =>
          setAddress({ effort: event.currentTarget.value === 'normal' ? null : event.currentTarget.value })
        }
      >
        {Object.entries(labels).map(([name, label]) => (
          <option key={name} value={name} selected={name === effort}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
