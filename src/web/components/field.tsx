import type {
  ComponentChildren,
  InputHTMLAttributes,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'preact'
import { useId } from 'preact/hooks'

interface About {
  label: ComponentChildren
  hint?: ComponentChildren
  error?: string
  /** Marked as wrong where another field says why. */
  wrong?: boolean
  optional?: boolean
  /** The word for optional, in another language. */
  optionalWord?: string
}

interface Wiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': 'true' | undefined
}

/** Connects a control to its label, hint and error. */
export function Field({
  label,
  hint,
  error,
  wrong = false,
  optional,
  optionalWord = 'optional',
  children,
}: About & { children: (wiring: Wiring) => ComponentChildren }) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>
        {label} {optional && <span class="field-optional">({optionalWord})</span>}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error || wrong ? 'true' : undefined,
      })}
      {hint && (
        <span class="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span class="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  )
}

type TextProps = About & InputHTMLAttributes & { onText?: (text: string) => void }

/** Browsers reject `josé@exämple.de` in an email field, so the service alone decides which addresses are valid. */
const emailInput = { type: 'text', inputMode: 'email', autoCapitalize: 'none', spellcheck: false }

export function TextField(props: TextProps) {
  const { label, hint, error, wrong, optional, optionalWord, onText, ...input } = props
  return (
    <Field {...{ label, hint, error, wrong, optional, optionalWord }}>
      {(wiring) => (
        <input
          class="input"
          type="text"
          {...((input.type === 'email' ? { ...input, ...emailInput } : input) as InputHTMLAttributes)}
          {...wiring}
          {...(onText && { onInput: (event) => onText(event.currentTarget.value) })}
        />
      )}
    </Field>
  )
}

type AreaProps = About & TextareaHTMLAttributes & { onText?: (text: string) => void }

export function TextArea({ label, hint, error, optional, optionalWord, onText, ...area }: AreaProps) {
  return (
    <Field {...{ label, hint, error, optional, optionalWord }}>
      {(wiring) => (
        <textarea
          class="input"
          {...area}
          {...wiring}
          {...(onText && { onInput: (event) => onText(event.currentTarget.value) })}
        />
      )}
    </Field>
  )
}

export interface Option {
  value: string
  label: string
}

type SelectProps = About & SelectHTMLAttributes & { options: Option[]; onChoice?: (value: string) => void }

export function SelectField({
  label,
  hint,
  error,
  optional,
  optionalWord,
  options,
  onChoice,
  value,
  ...select
}: SelectProps) {
  return (
    <Field {...{ label, hint, error, optional, optionalWord }}>
      {(wiring) => (
        <select
          class="input"
          {...select}
          {...wiring}
          value={value}
          {...(onChoice && { onChange: (event) => onChoice(event.currentTarget.value) })}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface CheckProps {
  label: ComponentChildren
  name?: string
  value?: string
  checked?: boolean
  disabled?: boolean
  onCheck?: (checked: boolean) => void
}

export function CheckField({ label, onCheck, ...input }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        {...input}
        {...(onCheck && { onChange: (event) => onCheck(event.currentTarget.checked) })}
      />
      <span>{label}</span>
    </label>
  )
}

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

/** A radio button large enough for a thumb, with room for a price on the right. */
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
