import type { ComponentChildren } from 'preact'
import { useLoad } from '../../client/hooks'
import { Button } from '../../components/button'
import { Alert } from '../../components/feedback'

export function Trouble({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <Alert tone="bad">
      <p>{text}</p>
      {onRetry && (
        <div>
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </Alert>
  )
}

interface LazyProps<Script> {
  load: () => Promise<Script>
  trouble?: string
  waiting?: ComponentChildren
  children: (script: Script) => ComponentChildren
}

/** Loads its script on first use, for parts that are large or rarely needed. */
export function Lazy<Script>({
  load,
  trouble = "We couldn't load this page.",
  waiting,
  children,
}: LazyProps<Script>) {
  const { data, loading, reload } = useLoad(load)
  if (data !== null) return <>{children(data)}</>
  return loading ? <>{waiting}</> : <Trouble text={trouble} onRetry={reload} />
}
