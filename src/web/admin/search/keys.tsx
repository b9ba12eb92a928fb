import { useEffect, useRef, useState } from 'preact/hooks'
import { Lazy } from '../shared/lazy'
import { searchEvent } from '../shell/search-slot'

const loadPalette = () => import('./palette')

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

/** Waits for the keys of the search. Its script comes when the page is idle, so that it opens at once. */
export function SearchKeys() {
  const [open, setOpen] = useState(false)
  /** Typed while the script is on its way; null when it isn't. */
  const early = useRef<string | null>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing) return
      if (early.current !== null) {
        event.preventDefault()
        if (event.key.length === 1 || event.key === 'Enter') early.current += event.key.replace('Enter', '\n')
      } else if (isSearchKey(event)) {
        event.preventDefault()
        if (document.querySelector('.palette')) return
        early.current = ''
        loadPalette().catch(() => (early.current = null))
        setOpen(true)
      }
    }
    const onAsk = (event: Event) => {
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    window.addEventListener(searchEvent, onAsk)
    const soon = setTimeout(() => void loadPalette().catch(() => null), 1_500)
    return () => {
      clearTimeout(soon)
      window.removeEventListener('keydown', onKey)
      window.removeEventListener(searchEvent, onAsk)
    }
  }, [])
  if (!open) return null
  return (
    <Lazy load={loadPalette}>
      {({ default: Palette }) => {
        const typed = early.current ?? ''
        early.current = null
        return <Palette early={typed} onClose={() => setOpen(false)} />
      }}
    </Lazy>
  )
}
