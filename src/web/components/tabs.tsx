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
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={row}>
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

/** A long row of tabs scrolls to the chosen one, and the page stays where it is. */
function showChosen(row: HTMLElement | null): void {
  const tab = row?.querySelector<HTMLElement>('[aria-selected=true]')
  if (!row || !tab) return
  const [whole, part] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (part.left < whole.left) row.scrollLeft -= whole.left - part.left
  if (part.right > whole.right) row.scrollLeft += part.right - whole.right
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
