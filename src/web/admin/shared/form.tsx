import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Permission } from '../../../lib/permissions'
import type { Action } from '../../client/hooks'
import { Alert, Button } from '../../components'
import { noteForm, settleForm } from '../../components/dialog'
import { useMe } from '../shell/me'
import { errorText } from './words'

/** The values of a form as typed. `text`, `choice` and `check` connect a field to its value and error. */
export function useForm<Values extends Record<string, string | boolean>>(
  first: Values,
  faults: Record<string, string>,
) {
  type Text = { [K in keyof Values]: Values[K] extends string ? K : never }[keyof Values] & string
  type Flag = { [K in keyof Values]: Values[K] extends boolean ? K : never }[keyof Values] & string
  const [values, setValues] = useState(first)
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }))
  const put = (name: string, value: string | boolean) => set({ [name]: value } as Partial<Values>)
  return {
    values,
    set,
    text: (name: Text): BoundText => ({
      name,
      value: values[name] as string,
      onText: (text: string) => put(name, text),
      error: errorText(faults[name] ?? faultWithin(faults, name, values[name] as string)),
    }),
    choice: (name: Text) => ({
      name,
      value: values[name] as string,
      onChoice: (value: string) => put(name, value),
      error: errorText(faults[name]),
    }),
    check: (name: Flag) => ({
      name,
      checked: values[name] as boolean,
      onCheck: (checked: boolean) => put(name, checked),
    }),
  }
}

/** Whether there is anything to save. */
export const isChanged = (values: object, first: object): boolean =>
  JSON.stringify(values) !== JSON.stringify(first)

/** Props that connect a text field to its value and error. */
export interface BoundText {
  name: string
  value: string
  onText: (text: string) => void
  error: string | undefined
}

/** The error for `blackoutDates.0` belongs to the field `blackoutDates`. */
const fieldOf = (name: string): string => name.replace(/\.\d+$/, '')

/** In a field with a comma-separated list, the error quotes the entry it is about. */
function faultWithin(faults: Record<string, string>, name: string, text: string): string | undefined {
  const found = Object.entries(faults).find(([key]) => key !== name && fieldOf(key) === name)
  if (!found) return undefined
  const word = wordsOf(text)[Number(found[0].slice(name.length + 1))] ?? ''
  return `“${word}”: ${found[1]}`
}

/** Callbacks for a form that is sent, canceled or refused. */
export interface FormEnds {
  onDone: () => void
  onCancel?: () => void
  /** The service refused it; the data may have changed since the form was opened. */
  onRefused?: (problem: string) => void
}

/** An action that may know whether there is anything to save. */
export type Saving = Action<[]> & { isChanged?: () => boolean }

interface FormProps extends FormEnds {
  action: Saving
  /** The submit button's label. */
  submit: string
  /** The cancel button's label. */
  cancel?: string
  danger?: boolean
  /** One of several forms on a screen, whose main button is another one. */
  minor?: boolean
  ready?: boolean
  /** People without this permission can read the form, and not change it. */
  needs?: Permission
  /** Fields that show their own errors; other errors appear above the buttons. */
  fields?: string[]
  /** One more button, marked `data-beside`, at the other end of the row. */
  beside?: ComponentChildren
  children: ComponentChildren
}

/** Sends once, keeps the input if that fails, and shows what is wrong. */
export function Form({
  action,
  submit,
  cancel = 'Cancel',
  onDone,
  onCancel,
  onRefused,
  danger,
  minor,
  ready = action.isChanged?.() ?? true,
  needs,
  fields,
  beside,
  children,
}: FormProps) {
  const { may } = useMe()
  const element = useRef<HTMLFormElement>(null)
  // A form that had to load first takes the focus from the place that was waiting for it.
  useEffect(() => {
    const form = element.current
    if (form?.parentElement && form.parentElement === document.activeElement) firstFieldIn(form)?.focus()
  }, [])
  useEffect(() => {
    if (action.problem === null) return
    onRefused?.(action.problem)
    showFirstWrong(element.current)
  }, [action.problem])
  if (needs !== undefined && !may(needs))
    return (
      <fieldset class="stack" disabled>
        {children}
      </fieldset>
    )
  const elsewhere = Object.entries(action.fields).filter(([name]) => !fields?.includes(fieldOf(name)))
  return (
    <form
      ref={element}
      class="stack"
      data-minor={minor ? 'true' : undefined}
      noValidate
      // These are other people's names and numbers: a phone shouldn't offer its owner's own.
      autocomplete="off"
      onFocusIn={note}
      onPointerDownCapture={note}
      onKeyDownCapture={note}
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const send = async () => {
          if (!(await action.run())) return
          settleForm(form)
          onDone()
        }
        if (ready) void send()
      }}
    >
      {children}
      <div class="actions">
        {/* Above the buttons it stays in sight with them, however long the form is. */}
        {action.problem !== null && (
          <Alert tone="bad">
            <p>{action.problem}</p>
            {elsewhere.length > 0 && (
              <ul>
                {elsewhere.map(([name, fault]) => (
                  <li key={name}>{name === '' ? fault : `${name}: ${fault}`}</li>
                ))}
              </ul>
            )}
          </Alert>
        )}
        <Button
          kind={danger ? 'danger' : minor ? 'secondary' : 'primary'}
          type="submit"
          busy={action.busy}
          disabled={!ready}
        >
          {submit}
        </Button>
        {onCancel && <Button onClick={onCancel}>{cancel}</Button>}
        {beside}
      </div>
    </form>
  )
}

export const firstFieldIn = (place: HTMLElement | null): HTMLElement | null =>
  place?.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled)') ?? null

/** Moves the focus to the first field with an error, and opens the part of the form it is in. */
function showFirstWrong(form: HTMLElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const folded = wrong?.closest('details')
  if (folded) folded.open = true
  wrong?.focus()
}

const note = ({ currentTarget }: { currentTarget: HTMLFormElement }) => noteForm(currentTarget)

export const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** Text that isn't a number is sent unchanged, so the service can explain the error. */
export function numberOrNull(text: string): number | string | null {
  if (text.trim() === '') return null
  const number = Number(text)
  return Number.isNaN(number) ? text : number
}

export const wordsOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')

export const textOf = (value: string | number | null | undefined): string => String(value ?? '')
