import type { Api } from '../client/api'
import { Button } from '../components'
import { usePosition, type Sharing } from './position'

const words: Record<Sharing, string> = {
  off: 'Your position is not sent.',
  starting: 'Waiting for your phone to find its position …',
  on: 'The office sees where you are while this page is open. It stops when you close the page.',
  denied: 'Your phone does not let this page know the position. You can allow it in its settings.',
  impossible: 'This phone cannot tell its position.',
}

/** Says at any time whether the position is sent, and lets the worker decide. */
export function PositionCard({ api }: { api: Api }) {
  const { state, share } = usePosition(api)
  const isSharing = state === 'on' || state === 'starting'
  return (
    <section class="card card-tight work-position" aria-label="Your position">
      <p role="status">
        <span class={`dot ${state === 'on' ? 'dot-on' : ''}`} aria-hidden="true" />
        <span>{words[state]}</span>
      </p>
      {isSharing ? (
        <Button size="small" onClick={() => share(false)}>
          Stop sending
        </Button>
      ) : (
        <Button size="small" onClick={() => share(true)} disabled={state === 'impossible'}>
          Send my position
        </Button>
      )}
    </section>
  )
}
