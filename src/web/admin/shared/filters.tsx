import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { SelectField, TextField, type Option } from '../../components'
import { setAddress, useAddress } from '../address'

/** The filters of a list live in the address, so that a filtered list can be bookmarked. */
export function useFilters<Name extends string>(...names: Name[]): Record<Name, string> {
  const address = useAddress()
  return Object.fromEntries(names.map((name) => [name, address.get(name)])) as Record<Name, string>
}

export function Filters({ children }: { children: ComponentChildren }) {
  return (
    <div class="filters" role="search">
      {children}
    </div>
  )
}

/** Long enough to let a word be typed, short enough to feel at once. */
const pause = 180

/** Searches while one types. */
export function SearchFilter({ label, name = 'q' }: { label: string; name?: string }) {
  const given = useAddress().get(name)
  const [text, setText] = useState(given)
  useEffect(() => setText(given), [given])
  useEffect(() => {
    if (text === given) return undefined
    const timer = setTimeout(() => setAddress({ [name]: text }), pause)
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

export const optionsOf = (first: string, words: Record<string, string>): Option[] => [
  { value: '', label: first },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
]
