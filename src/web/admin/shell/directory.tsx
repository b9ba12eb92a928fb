import { createContext, type ComponentChildren } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import type { Service } from '../../../modules/catalog'
import type { Franchise } from '../../../modules/franchises'
import type { Worker } from '../../../modules/workforce'
import type { Known, Listed, Page } from '../../client/api'
import { useLoad } from '../../client/hooks'
import type { Option } from '../../components'
import { api, settings } from '../session'
import { useMe } from './me'

interface Lists {
  franchises: Franchise[]
  workers: Worker[]
  services: Service[]
}

/** Small lists that nearly every tab needs, such as the names behind ids. */
export interface Directory extends Lists {
  loaded: boolean
  reload: () => void
  franchiseName: (id: string | null) => string
  workerName: (id: string | null) => string
  /** The time zone of a franchise. HQ's own jobs use the business's. */
  zoneOf: (franchiseId: string | null) => string
  /** The time zone of the person signed in: their franchise's, or the business's. */
  ownZone: string
}

const none: Lists = { franchises: [], workers: [], services: [] }
const Context = createContext<Directory | null>(null)

export function DirectoryProvider({ children }: { children: ComponentChildren }) {
  const { may, franchiseId } = useMe()
  const { data, loading, reload } = useLoad((signal) => loadLists(signal, may('workers.read')))
  const isLoaded = !loading || data !== null
  const directory = useMemo(
    () => describe(data ?? none, franchiseId, isLoaded, reload),
    [data, franchiseId, isLoaded, reload],
  )
  return <Context.Provider value={directory}>{children}</Context.Provider>
}

export function useDirectory(): Directory {
  const directory = useContext(Context)
  if (!directory) throw new Error('useDirectory needs a DirectoryProvider')
  return directory
}

/** Everyone may see franchises and services; a bookkeeper sees no technicians. */
async function loadLists(signal: AbortSignal, seesWorkers: boolean): Promise<Lists> {
  const [franchises, workers, services] = await Promise.all([
    loadAll(api.admin.franchises, signal),
    seesWorkers ? loadAll(api.admin.workers, signal) : [],
    loadAll(api.admin.services, signal),
  ])
  return { franchises, workers, services }
}

export async function loadAll<T, Query, Given extends object>(
  list: Listed<T, Query>,
  signal: AbortSignal,
  query?: Known<Given, Query>,
  maxItems = Infinity,
): Promise<T[]> {
  const items: T[] = []
  let cursor: string | null = null
  do {
    const page: Page<T> = await list.get({ query: { ...query, limit: 200, cursor }, signal })
    items.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null && items.length < maxItems)
  return items
}

function describe(lists: Lists, ownFranchise: string | null, loaded: boolean, reload: () => void): Directory {
  const franchises = new Map(lists.franchises.map((franchise) => [franchise.id, franchise]))
  const workers = new Map(lists.workers.map((worker) => [worker.id, worker]))
  const zoneOf = (id: string | null) =>
    (id === null ? undefined : franchises.get(id)?.timeZone) ?? settings.timeZone
  const ownZone = zoneOf(ownFranchise)
  return {
    ...lists,
    loaded,
    reload,
    franchiseName: (id) => (id === null ? 'Headquarters' : (franchises.get(id)?.name ?? id)),
    workerName: (id) => (id === null ? '' : (workers.get(id)?.name ?? 'Unknown technician')),
    zoneOf,
    ownZone,
  }
}

/** `Sofia Reyes`, or `Sofia Reyes with Priya Shah`; empty without a technician. */
export function technicianNames(
  {
    workerId,
    secondWorkerId = null,
  }: { workerId: string | null; secondWorkerId?: string | null | undefined },
  { workerName }: Pick<Directory, 'workerName'>,
): string {
  return secondWorkerId === null
    ? workerName(workerId)
    : `${workerName(workerId)} with ${workerName(secondWorkerId)}`
}

export const franchiseOptions = ({ franchises }: Pick<Directory, 'franchises'>, first: string): Option[] => [
  { value: '', label: first },
  ...franchises.map(({ id, name }) => ({ value: id, label: name })),
]
