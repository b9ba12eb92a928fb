import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Account } from '../../modules/accounts/model'

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
