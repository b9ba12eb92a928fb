import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useLoad } from '../../client/hooks'
import { Button } from '../../components/button'
import { Alert } from '../../components/feedback'

export function Trouble({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <Alert tone="bad">
      <div class="stack-tight">
        <p>{text}</p>
        {onRetry && (
          <div>
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          </div>
        )}
      </div>
    </Alert>
  )
}

interface LazyProps<Script> {
  load: () => Promise<Script>
  trouble?: string
  waiting?: ComponentChildren
  children: (script: Script) => ComponentChildren
}

/** Scripts that are there, by the function that loads them. */
const scripts = new Map<() => Promise<unknown>, unknown>()

/** Loads the script of a `Lazy`, which then shows it without a placeholder. */
export async function loadAhead<Script>(load: () => Promise<Script>): Promise<Script> {
  const script = await load()
  scripts.set(load, script)
  return script
}

/** Loads its script on first use, for parts that are large or rarely needed. */
export function Lazy<Script>(props: LazyProps<Script>) {
  const [script] = useState(() => scripts.get(props.load) as Script | undefined)
  return script === undefined ? <LoadedLater {...props} /> : <>{props.children(script)}</>
}

/** A script has requests of its own to send. */
const atOnce = () => Promise.resolve()

function LoadedLater<Script>({
  load,
  trouble = "We couldn't load this page.",
  waiting,
  children,
}: LazyProps<Script>) {
  const { data, loading, reload } = useLoad(() => loadAhead(load), [], atOnce)
  if (data !== null) return <>{children(data)}</>
  return loading ? <>{waiting}</> : <Trouble text={trouble} onRetry={reload} />
}
