import { Icon } from '../../components/icon'
import { goTo } from '../address'

/** A search that listens to this event prevents its default, which is the list of customers. */
export const searchEvent = 'truckroll:search'

export function openSearch(): void {
  const isFree = window.dispatchEvent(new CustomEvent(searchEvent, { cancelable: true }))
  if (isFree) goTo('customers')
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** The way to search from everywhere, in the top bar. */
export const SearchSlot = () => (
  <button type="button" class="search-slot" onClick={openSearch}>
    <Icon name="search" />
    <span>Search…</span>
    <kbd aria-hidden="true">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
  </button>
)
