import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Alert, Button, Skeleton } from '../../components'

interface LazyProps {
  load: () => Promise<{ default: ComponentType }>
  /** Shows nothing while it loads: for what lies above something else. */
  quiet?: boolean
}

/** A part of the console whose script comes when it is wanted. */
export function LazyPart({ load, quiet = false }: LazyProps) {
  const [Part, setPart] = useState<ComponentType | null>(null)
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let wanted = true
    setFailed(false)
    load().then(
      (loaded) => wanted && setPart(() => loaded.default),
      () => wanted && setFailed(true),
    )
    return () => {
      wanted = false
    }
  }, [load, round])
  if (Part) return <Part />
  if (failed)
    return (
      <Alert tone="bad">
        <p>This part of the console could not be loaded.</p>
        <Button size="small" onClick={() => setRound(round + 1)}>
          Try again
        </Button>
      </Alert>
    )
  return quiet ? null : <Skeleton lines={6} />
}
