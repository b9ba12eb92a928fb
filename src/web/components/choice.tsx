import type { ComponentChildren } from 'preact'

interface ChoiceProps {
  name: string
  value: string
  label: ComponentChildren
  note?: ComponentChildren
  end?: ComponentChildren
  checked?: boolean
  required?: boolean
  onChoose?: () => void
}

/** A radio button large enough for a thumb, with room for a price at its end. */
export function Choice({ label, note, end, onChoose, ...input }: ChoiceProps) {
  return (
    <label class="choice">
      <input type="radio" {...input} {...(onChoose && { onChange: onChoose })} />
      <span class="choice-text">
        <span class="strong">{label}</span>
        {note && <span class="choice-note">{note}</span>}
      </span>
      {end && <span class="num strong nowrap">{end}</span>}
    </label>
  )
}

interface ChoicesProps {
  legend: string
  error?: string
  children: ComponentChildren
}

export function Choices({ legend, error, children }: ChoicesProps) {
  return (
    <fieldset class="stack">
      <legend class="field-label">{legend}</legend>
      {error && <p class="field-error">{error}</p>}
      <div class="choices">{children}</div>
    </fieldset>
  )
}
