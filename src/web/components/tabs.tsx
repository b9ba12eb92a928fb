import { useEffect, useRef } from 'preact/hooks'

interface TabsProps<Name extends string> {
  label: string
  items: { name: Name; label: string }[]
  current: Name
  onChoose: (name: Name) => void
  /** The panel's id, so screen readers can jump to it. */
  panel: string
}

/** Switches between panels. The left and right arrow keys move between tabs. */
export function Tabs<Name extends string>({ label, items, current, onChoose, panel }: TabsProps<Name>) {
  const step = (event: KeyboardEvent, by: number) => {
    const at = items.findIndex(({ name }) => name === current)
    const next = items[(at + by + items.length) % items.length]
    if (!next) return
    event.preventDefault()
    onChoose(next.name)
    const list = (event.currentTarget as HTMLElement).parentElement
    list?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus()
  }
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => showChosen(row.current), [current])
  useEffect(() => {
    const element = row.current
    if (!element) return undefined
    const watching = new ResizeObserver(() => markEdges(element))
    watching.observe(element)
    return () => watching.disconnect()
  }, [])
  return (
    <div
      class="tabs"
      role="tablist"
      aria-label={label}
      ref={row}
      onScroll={(event) => markEdges(event.currentTarget)}
    >
      {items.map(({ name, label: words }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${panel}-${name}`}
          data-tab={name}
          aria-selected={name === current ? 'true' : 'false'}
          aria-controls={panel}
          tabIndex={name === current ? 0 : -1}
          onClick={() => onChoose(name)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') step(event, 1)
            if (event.key === 'ArrowLeft') step(event, -1)
          }}
        >
          {words}
        </button>
      ))}
    </div>
  )
}

/** As wide as the end of the row that fades out. */
const edge = 40

/** A long row of tabs scrolls to the chosen one, and the page stays where it is. */
function showChosen(row: HTMLElement | null): void {
  const tab = row?.querySelector<HTMLElement>('[aria-selected=true]')
  if (!row || !tab) return
  const [whole, part] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  const before = whole.left + edge - part.left
  const after = part.right + edge - whole.right
  if (before > 0) row.scrollLeft -= before
  else if (after > 0) row.scrollLeft += after
}

/** Says at which ends there is more to scroll to: the row fades out there. */
function markEdges(row: HTMLElement): void {
  const rest = row.scrollWidth - row.clientWidth - row.scrollLeft
  row.toggleAttribute('data-before', row.scrollLeft > 1)
  row.toggleAttribute('data-after', rest > 1)
}

interface PanelProps {
  id: string
  current: string
  children: preact.ComponentChildren
}

export function TabPanel({ id, current, children }: PanelProps) {
  return (
    <div id={id} role="tabpanel" aria-labelledby={`${id}-${current}`} tabIndex={0}>
      {children}
    </div>
  )
}
