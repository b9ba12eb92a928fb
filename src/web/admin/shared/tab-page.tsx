import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button, SelectField, TextField, type Option } from '../../components'
import { setAddress, useAddress } from '../address'
import { franchiseOptions, useDirectory } from '../shell/directory'

interface TabPageProps {
  title: string
  /** Buttons beside the title. */
  actions?: ComponentChildren
  children: ComponentChildren
}

export function TabPage({ title, actions, children }: TabPageProps) {
  return (
    <div class="tab">
      <header class="tab-head">
        <h1>{title}</h1>
        {actions}
      </header>
      {children}
    </div>
  )
}

/** Filters are kept in the address, so a filtered list can be bookmarked. */
export function useFilters<Name extends string>(...names: Name[]): Record<Name, string> {
  const address = useAddress()
  return Object.fromEntries(names.map((name) => [name, address.get(name)])) as Record<Name, string>
}

interface FiltersProps {
  /** On a phone, all but the first filter wait behind a button, so that the list is in sight. */
  folds?: boolean
  children: ComponentChildren
}

export function Filters({ folds = false, children }: FiltersProps) {
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(!folds)
  // A filter that is set stays in sight.
  useLayoutEffect(() => {
    const others = box.current?.querySelectorAll<HTMLSelectElement>('select, input[type=date]') ?? []
    if ([...others].some(({ value }) => value !== '')) setOpen(true)
  }, [])
  return (
    <div ref={box} class={`filters${open ? '' : ' filters-folded'}`} role="search">
      {children}
      {folds && (
        <span class="filters-more">
          <Button aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide filters' : 'Filters'}
          </Button>
        </span>
      )}
    </div>
  )
}

/** Long enough to finish a word, short enough to feel instant. */
const typingDelay = 180

/** Searches while the user types. */
export function SearchFilter({ label, name = 'q' }: { label: string; name?: string }) {
  const given = useAddress().get(name)
  const [text, setText] = useState(given)
  useEffect(() => setText(given), [given])
  useEffect(() => {
    if (text === given) return undefined
    const timer = setTimeout(() => setAddress({ [name]: text }), typingDelay)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div class="filter-search">
      <TextField label={label} type="search" value={text} onText={setText} autocomplete="off" />
    </div>
  )
}

interface SelectFilterProps {
  label: string
  name: string
  options: Option[]
}

export function SelectFilter({ label, name, options }: SelectFilterProps) {
  const value = useAddress().get(name)
  return (
    <SelectField
      label={label}
      value={value}
      options={options}
      onChoice={(chosen) => setAddress({ [name]: chosen })}
    />
  )
}

export function DateFilter({ label, name }: { label: string; name: string }) {
  const value = useAddress().get(name)
  return <TextField label={label} type="date" value={value} onText={(text) => setAddress({ [name]: text })} />
}

export const FranchiseFilter = ({ name = 'franchiseId' }: { name?: string }) => (
  <SelectFilter label="Franchise" name={name} options={franchiseOptions(useDirectory(), 'All franchises')} />
)

export const optionsOf = (first: string, words: Record<string, string>): Option[] => [
  { value: '', label: first },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
]

/** The open item of a list. It is kept in the address, so the link can be shared with a colleague. */
export function useOpened(): { id: string; open: (id: string) => void; close: () => void } {
  const id = useAddress().get('id')
  return {
    id,
    open: (next) => setAddress({ id: next }, { step: true }),
    close: () => setAddress({ id: null }, { step: true }),
  }
}
