import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { wholeMessageOf } from '../api-error'
import { Button } from './button'
import { Dialog, type OverlayWords } from './dialog'
import { Alert } from './feedback'

interface ConfirmProps {
  title: string
  open: boolean
  /** What the button says: the deed itself, never just OK. */
  action: string
  cancel?: string
  danger?: boolean
  /** Whether the deed may be done yet. */
  ready?: boolean
  onConfirm: () => Promise<void>
  onClose: () => void
  words?: OverlayWords
  children: ComponentChildren
}

/** Asks before something that cannot be taken back, and stays open when it fails. */
export function Confirm(props: ConfirmProps) {
  const {
    title,
    open,
    action,
    cancel = 'Back',
    danger = false,
    ready = true,
    onConfirm,
    onClose,
    words,
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
