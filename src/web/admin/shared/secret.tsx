import type { ComponentChildren } from 'preact'
import { Alert, Button, TextField, toast } from '../../components'

interface ShownOnceProps {
  label: string
  value: string
  /** A sentence about how to use it. */
  children?: ComponentChildren
  /** Another way to take it along, such as a QR code. */
  picture?: ComponentChildren
  /** `warn` if the reader still has to do something with it. */
  tone?: 'good' | 'warn'
}

/** A secret that can't be shown again, ready to be copied. */
export function ShownOnce({ label, value, children, picture, tone = 'good' }: ShownOnceProps) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast('Copied'),
      () => toast("We couldn't copy it. Select the text and copy it yourself.", 'bad'),
    )
  return (
    <Alert tone={tone}>
      <div class="secret">
        <TextField
          label={`${label} (shown only once)`}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button onClick={() => void copy()}>Copy</Button>
      </div>
      {children && <p class="small">{children}</p>}
      {picture}
    </Alert>
  )
}
