import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Account } from '../../modules/accounts'

/**
 * Where one stood may go away with what was done there. Whoever works without a mouse is then put on what
 * has the same `data-stand`, else at the given place, rather than at the beginning of the page.
 */
export function useKeptFocus<E extends HTMLElement>() {
  const place = useRef<E>(null)
  const stood = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const isHere = target instanceof HTMLElement && place.current?.contains(target)
      stood.current = isHere ? target : null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useLayoutEffect(() => {
    const last = stood.current
    const now = document.activeElement
    const isGone = last !== null && (!last.isConnected || last.matches(':disabled'))
    if (isGone && (now === last || now === document.body)) standIn(place.current, last)
  })
  return place
}

function standIn(place: HTMLElement | null, gone: HTMLElement): void {
  const { stand } = gone.dataset
  const same = stand && place?.querySelector<HTMLElement>(`[data-stand="${CSS.escape(stand)}"]`)
  if (same) same.focus()
  else place?.focus({ preventScroll: true })
}

/**
 * What somebody has just used may be gone once the account is loaded again, and the focus with it.
 * Names the element that takes it then.
 */
export function useFocusOnceLoaded(account: Account): (id: string) => void {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current !== null) document.getElementById(wanted.current)?.focus()
    wanted.current = null
  }, [account])
  return (id) => {
    wanted.current = id
  }
}

/** For the heading of what has taken the place of something else. */
export function useHeadingFocus(wanted: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (wanted) heading.current?.focus()
  }, [])
  return heading
}
