import { useLayoutEffect, useState } from 'preact/hooks'
import { whenCalm } from '../../client/idle'
import { searchEvent } from '../shell/search-slot'
import { loadResults, Palette } from './palette'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** ⌘K and Ctrl+K open the search from everywhere, a slash wherever it isn't text. */
function isSearchKey(event: KeyboardEvent): boolean {
  const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey
  if (event.key === '/')
    return isPlain && !isTyping(event.target) && document.querySelector('dialog[open]') === null
  return (
    event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey
  )
}

/** Waits for the keys of the search. The script of its results comes after the page. */
export function SearchKeys() {
  const [open, setOpen] = useState(false)
  // Before the page is painted: somebody who sees it may already type.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || !isSearchKey(event)) return
      event.preventDefault()
      setOpen(true)
    }
    const onAsk = (event: Event) => {
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    window.addEventListener(searchEvent, onAsk)
    whenCalm(() => void loadResults().catch(() => null))
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener(searchEvent, onAsk)
    }
  }, [])
  return open ? <Palette onClose={() => setOpen(false)} /> : null
}
