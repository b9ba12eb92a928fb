import { useId, useRef, useState } from 'preact/hooks'
import { Field } from './field'
import { Icon } from './icon'

interface ChipsFieldProps {
  label: string
  values: string[]
  onChange: (values: string[]) => void
  /** Offered while typing. Other words are fine too. */
  suggestions?: string[]
  hint?: string
  error?: string | undefined
  optional?: boolean
  /** Said about a value that deserves a second look. */
  warningOf?: (value: string) => string | null
}

/** A list of words, each as a chip. Enter or a comma adds one, Backspace in the empty field removes the last. */
export function ChipsField(props: ChipsFieldProps) {
  const { values, onChange, suggestions = [], warningOf = () => null, ...about } = props
  const [text, setText] = useState('')
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const add = (typed: string) => {
    const words = typed.split(',').map((word) => word.trim())
    onChange([...new Set([...values, ...words.filter((word) => word !== '')])])
    setText('')
  }
  const remove = (value: string) => {
    onChange(values.filter((one) => one !== value))
    input.current?.focus()
  }
  const warnings = values.flatMap((value) => warningOf(value) ?? [])
  return (
    <div class="stack-tight">
      <Field {...about}>
        {(wiring) => (
          <div class="input chips-input">
            {values.map((value) => (
              <span key={value} class={warningOf(value) === null ? 'chip' : 'chip chip-warn'}>
                {warningOf(value) !== null && <Icon name="triangle-alert" />}
                {value}
                <button type="button" aria-label={`Remove ${value}`} onClick={() => remove(value)}>
                  <Icon name="x" />
                </button>
              </span>
            ))}
            {/* Part of the form's content, so that leaving without saving asks first. */}
            <input type="hidden" value={values.join(', ')} />
            <input
              {...wiring}
              ref={input}
              list={list}
              autocomplete="off"
              value={text}
              onInput={(event) => {
                const { value } = event.currentTarget
                if (value.includes(',') || (isPicked(event) && suggestions.includes(value))) add(value)
                else setText(value)
              }}
              onKeyDown={(event) => {
                if (event.key === 'Backspace' && text === '') onChange(values.slice(0, -1))
                if (event.key !== 'Enter') return
                // Enter adds a word here; it must not send the form.
                event.preventDefault()
                add(text)
              }}
              onBlur={() => text.trim() !== '' && add(text)}
            />
          </div>
        )}
      </Field>
      {warnings.map((warning) => (
        <p key={warning} class="field-warning" role="status">
          <Icon name="triangle-alert" />
          {warning}
        </p>
      ))}
      <datalist id={list}>
        {suggestions
          .filter((word) => !values.includes(word))
          .map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
      </datalist>
    </div>
  )
}

/** Whether a suggestion was clicked: a word that is typed may be the start of a longer one. */
const isPicked = (event: Event): boolean =>
  !(event instanceof InputEvent) || event.inputType === 'insertReplacementText'
