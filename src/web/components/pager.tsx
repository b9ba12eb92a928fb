import { Button } from './button'

interface PagerProps {
  shown: number
  /** Whether the list goes on after what is shown. */
  more: boolean
  busy?: boolean
  onMore: () => void
}

/** Lists go by cursor: there is a next part, but no number of pages. */
export function Pager({ shown, more, busy = false, onMore }: PagerProps) {
  return (
    <div class="pager">
      <span aria-live="polite">{more ? `The first ${shown} are shown` : `${shown} in all`}</span>
      {more && (
        <Button size="small" busy={busy} onClick={onMore}>
          Show more
        </Button>
      )}
    </div>
  )
}
