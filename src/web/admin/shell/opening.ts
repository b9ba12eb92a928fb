import { loadAhead } from '../shared/lazy'
import { tabNamed } from '../tabs'

export const loadJobDrawer = () => import('../jobs/drawer')
export const loadBooking = () => import('../booking/drawer')
export const loadCustomerPage = () => import('../customers/page')

const anyone = { may: () => true, mayForAll: () => true }

/** The scripts that an address needs before anything else. The service checks rights with every request. */
function scriptsFor(address: URLSearchParams): (() => Promise<unknown>)[] {
  if (address.get('job')) return [loadJobDrawer]
  const tab = tabNamed(address.get('tab') ?? '', anyone)
  const opensCustomer = tab.name === 'customers' && address.get('id')
  return [
    tab.load,
    ...(opensCustomer ? [loadCustomerPage] : []),
    ...(address.get('book') ? [loadBooking] : []),
  ]
}

/** Scripts from the browser's cache take less; slower ones don't hold back the frame of the console. */
const patienceMs = 100

/**
 * Waits for the scripts of the open screen. The browser loads them along with this one, and a frame drawn without them
 * would be laid out and painted twice.
 */
export async function openingScripts(): Promise<void> {
  const scripts = scriptsFor(new URLSearchParams(location.search)).map(loadAhead)
  await Promise.race([Promise.allSettled(scripts), new Promise((done) => setTimeout(done, patienceMs))])
}
