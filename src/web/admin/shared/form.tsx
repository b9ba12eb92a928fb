import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Action } from '../../client/hooks'
import { Alert, Button } from '../../components'
import { noteForm, settleForm } from '../../components/dialog'

/** The values of a form as people type them; `bind` ties a field to its value and its fault. */
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
      error: faults[name] ?? faultWithin(faults, name, values[name] as string),
    }),
    choice: (name: Text) => ({
      name,
      value: values[name] as string,
      onChoice: (value: string) => put(name, value),
      error: faults[name],
    }),
    check: (name: Flag) => ({
      name,
      checked: values[name] as boolean,
      onCheck: (checked: boolean) => put(name, checked),
    }),
  }
}

/** The props that tie a text field to its value and its fault. */
export interface BoundText {
  name: string
  value: string
  onText: (text: string) => void
  error: string | undefined
}

/** `blackoutDates.0` is about the first of several in one field. */
const fieldOf = (name: string): string => name.replace(/\.\d+$/, '')

/** What is wrong with one of several that stand in a field with commas between: the one is named. */
function faultWithin(faults: Record<string, string>, name: string, text: string): string | undefined {
  const found = Object.entries(faults).find(([key]) => key !== name && fieldOf(key) === name)
  if (!found) return undefined
  const word = wordsOf(text)[Number(found[0].slice(name.length + 1))] ?? ''
  return `“${word}” ${found[1]}`
}

/** How a form may end. */
export interface FormEnds {
  onDone: () => void
  onCancel?: () => void
  /** It was sent and the service said no: perhaps things are not as they were when it was opened. */
  onRefused?: (problem: string) => void
}

interface FormProps extends FormEnds {
  action: Action<[]>
  /** What the button says. */
  submit: string
  danger?: boolean
  ready?: boolean
  /** Fields that show their own faults; what is wrong elsewhere is said at the foot. */
  fields?: string[]
  children: ComponentChildren
}

/** Sends once, keeps what was typed when it fails, and says what is wrong. */
export function Form({
  action,
  submit,
  onDone,
  onCancel,
  onRefused,
  danger,
  ready = true,
  fields,
  children,
}: FormProps) {
  useEffect(() => {
    if (action.problem !== null) onRefused?.(action.problem)
  }, [action.problem])
  const elsewhere = Object.entries(action.fields).filter(([name]) => !fields?.includes(fieldOf(name)))
  return (
    <form
      class="stack"
      noValidate
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
      <div class="actions">
        <Button kind={danger ? 'danger' : 'primary'} type="submit" busy={action.busy} disabled={!ready}>
          {submit}
        </Button>
        {onCancel && <Button onClick={onCancel}>Back</Button>}
      </div>
    </form>
  )
}

const note = ({ currentTarget }: { currentTarget: HTMLFormElement }) => noteForm(currentTarget)

export const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** What is no number is passed on as it is, so that the service says what is wrong with it. */
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
