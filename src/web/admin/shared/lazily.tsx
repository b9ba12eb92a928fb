import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Skeleton } from '../../components'
import { Trouble } from './list'

/** A component whose script comes when it is first shown: for what is large and not always wanted. */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>, trouble: string) {
  return function Lazily(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null)
    const [failed, setFailed] = useState(false)
    const [round, setRound] = useState(0)
    useEffect(() => {
      setFailed(false)
      load().then(
        (loaded) => setPart(() => loaded),
        () => setFailed(true),
      )
    }, [round])
    if (Part) return <Part {...props} />
    if (failed) return <Trouble text={trouble} onRetry={() => setRound(round + 1)} />
    return <Skeleton lines={1} block />
  }
}
