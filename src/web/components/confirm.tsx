import type { ComponentChildren, ComponentProps } from 'preact'
import { useState } from 'preact/hooks'
import { wholeMessageOf } from '../api-error'
import { Button } from './button'
import { Dialog } from './dialog'
import { Alert } from './feedback'

interface ConfirmProps {
  title: string
  open: boolean
  /** The button's label. Name the action, such as "Cancel visit", never just "OK". */
  action: string
  cancel?: string
  /** The dialog's own words in another language. */
  words?: ComponentProps<typeof Dialog>['words']
  danger?: boolean
  /** Whether the button is enabled yet. */
  ready?: boolean
  /** The question just appeared under a finger: the button ignores it for a moment. */
  resting?: boolean
  onConfirm: () => Promise<void>
  onClose: () => void
  children: ComponentChildren
}

/** Asks before something that can't be undone, and stays open if it fails. */
export function Confirm(props: ConfirmProps) {
  const {
    title,
    open,
    action,
    cancel = 'Go back',
    words,
    danger = false,
    ready = true,
    resting = false,
    onConfirm,
    onClose,
    children,
  } = props
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const close = () => {
    setProblem(null)
    onClose()
  }
  const confirm = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await onConfirm()
    } catch (error) {
      setProblem(wholeMessageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const foot = (
    <>
      <Button onClick={close}>{cancel}</Button>
      <Button
        kind={danger ? 'danger' : 'primary'}
        busy={busy}
        resting={resting}
        disabled={!ready}
        onClick={() => void confirm()}
      >
        {action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} open={open} onClose={close} foot={foot} words={words}>
      <div class="stack">
        {children}
        {problem && <Alert tone="bad">{problem}</Alert>}
      </div>
    </Dialog>
  )
}
