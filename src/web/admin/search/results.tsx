import '../shared/kit'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { useLoad } from '../../client/hooks'
import { Icon } from '../../components/icon'
import { api } from '../session'
import { useSettled } from '../shared/settled'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import { newCaller, pageGroup, recentItems, resultGroups, type Group, type Item, type Results } from './items'

/** Long enough for the next letter of a quick typist. */
const typingDelay = 90
const fewestLetters = 2

const nothing: Results = { customers: [], jobs: [], invoices: [], workers: [] }

interface ResultsProps {
  text: string
  /** The field, which was there first and keeps the focus. */
  field: RefObject<HTMLInputElement | null>
  /** Receives the keys pressed in the field. */
  keys: { current: (event: KeyboardEvent) => void }
  /** The id of the list. */
  id: string
  /** Whether somebody pressed Enter before the results loaded. */
  entered: boolean
  onDone: () => void
}

/** Finds customers, jobs, invoices, technicians and pages while somebody types. */
export default function Results({ text, field, keys, id, entered, onDone }: ResultsProps) {
  const me = useMe()
  const { zoneOf } = useDirectory()
  const q = text.trim()
  const asked = useSettled(q, typingDelay)
  const search = useLoad(
    async (signal) => ({
      q: asked,
      results:
        asked.length < fewestLetters ? nothing : await api.admin.search.get({ query: { q: asked }, signal }),
    }),
    [asked],
  )
  // Answers to an earlier text stay visible until the next arrive, but Enter waits for its own.
  const isCurrent = search.data?.q === q
  const found = foundGroups()
  const count = found.reduce((sum, group) => sum + group.items.filter(({ isAction }) => !isAction).length, 0)
  const isUnknown = isCurrent && q.length >= fewestLetters && count === 0
  const groups = isUnknown ? [newCaller(me, q)].filter(hasItems) : found
  const items = groups.flatMap((group) => group.items)
  const [active, setActive] = useState(0)
  const [waits, setWaits] = useState(entered)
  useEffect(() => setActive(0), [q, search.data])
  const run = (item: Item | undefined) => {
    if (!item) return
    onDone()
    item.run()
  }
  useEffect(() => {
    if (waits && isCurrent) {
      setWaits(false)
      run(items[0])
    }
  }, [waits, isCurrent])

  function foundGroups(): Group[] {
    const pages = pageGroup(me, q)
    if (q === '') return [{ title: 'Recent', items: recentItems(me) }, pages].filter(hasItems)
    const all = resultGroups(me, search.data?.results ?? nothing, zoneOf)
    const inOrder = [
      ...all.filter((group) => isNamed(group, q)),
      ...all.filter((group) => !isNamed(group, q)),
    ]
    return (pages.isExact ? [pages, ...inOrder] : [...inOrder, pages]).filter(hasItems)
  }

  function onKey(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: items.length - 1,
    }
    const next = steps[event.key]
    if (next !== undefined && !(event.shiftKey || (text !== '' && /Home|End/.test(event.key)))) {
      event.preventDefault()
      setActive((next + items.length) % Math.max(1, items.length))
    } else if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault()
      if (isCurrent) run(items[active])
      else setWaits(true)
    }
  }

  const optionId = (item: Item | undefined) => (item ? `${id}-${item.key}` : undefined)
  const activeId = optionId(items[active])
  useLayoutEffect(() => {
    keys.current = onKey
  })
  useLayoutEffect(() => {
    field.current?.setAttribute('aria-expanded', items.length > 0 ? 'true' : 'false')
    field.current?.setAttribute('aria-activedescendant', activeId ?? '')
  }, [items.length > 0, activeId])
  useEffect(() => {
    document.getElementById(activeId ?? '')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <>
      <div id={id} class="palette-list" role="listbox" aria-label="Results">
        {groups.map((group) => (
          <div key={group.title} role="group" aria-labelledby={`${id}-${group.title}`}>
            <div class="palette-group" id={`${id}-${group.title}`}>
              {group.title}
            </div>
            {group.items.map((item) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field keeps the focus and handles the keys
              <div
                key={item.key}
                id={optionId(item)}
                class="palette-item"
                role="option"
                aria-selected={item === items[active] ? 'true' : 'false'}
                onClick={() => run(item)}
                onPointerMove={() => setActive(items.indexOf(item))}
              >
                <Icon name={item.icon} />
                <span class="palette-label">{item.label}</span>
                <span class="palette-note" title={item.note}>
                  {item.note}
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p class="palette-foot" role="status">
        {search.problem ?? statusOf(q, isCurrent, count)}
        {q === '' && <span class="with-mouse"> Arrow keys choose, Enter opens and Escape closes.</span>}
      </p>
    </>
  )
}

const hasItems = (group: Group): boolean => group.items.length > 0

const plainName = (text = '') => text.toLowerCase().replace(/^tr-/, '')

/** Somebody who types a whole reference or invoice number wants that job or invoice, not its customer. */
const isNamed = ({ items }: Group, q: string): boolean =>
  items.some(({ label }) => plainName(label.split(' · ')[0]) === plainName(q))

function statusOf(q: string, isCurrent: boolean, count: number): string {
  if (q === '') return 'Type to search.'
  if (q.length < fewestLetters) return 'Type at least two letters or digits'
  if (!isCurrent) return 'Searching…'
  if (count === 0)
    return 'Nothing found. Try a last name, part of the address or the last digits of the phone number.'
  return count === 1 ? '1 result' : `${count} results`
}
