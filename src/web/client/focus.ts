import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Account } from '../../modules/accounts'

/**
 * An action can remove the element that had the focus. Keyboard users then land on the element with the same
 * `data-stand`, or else on the container, instead of at the top of the page.
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
 * Reloading the account can remove the element that had the focus. The returned function names the element
 * that gets the focus after the reload.
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

/** Moves the focus to the heading of a page that replaced another one. */
export function useHeadingFocus(wanted: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (wanted) heading.current?.focus()
  }, [])
  return heading
}
