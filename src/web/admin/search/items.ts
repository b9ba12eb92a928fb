import { searchMatcher } from '../../../lib/search-words'
import { keptForThisTab } from '../../client/storage'
import { formatDated, formatMoney, formatPhone } from '../../client/format'
import { jobWords } from '../../components'
import type { IconName } from '../../icons/icons'
import { goTo, openBooking, openJob } from '../address'
import { noteCaller } from '../booking/caller'
import type { api } from '../session'
import type { Me } from '../shell/me'
import { groups as tabGroups, tabs } from '../tabs'

export type Results = Awaited<ReturnType<typeof api.admin.search.get>>

/** Everything the search can open. Only this is remembered. */
export interface Found {
  kind: 'customer' | 'job' | 'invoice' | 'worker'
  id: string
  label: string
  note: string
}

export interface Item {
  key: string
  label: string
  note: string
  icon: IconName
  /** Something to do rather than something found. */
  isAction?: true
  run: () => void
}

/** The same icon as the page's in the menu. */
function iconOf(page: string): IconName {
  return tabs.find(({ name }) => name === page)?.icon ?? 'search'
}

export interface Group {
  title: string
  items: Item[]
}

const icons: Record<Found['kind'], IconName> = {
  customer: iconOf('customers'),
  job: iconOf('jobs'),
  invoice: iconOf('invoices'),
  worker: iconOf('workers'),
}

const places: Record<Found['kind'], (id: string) => void> = {
  customer: (id) => goTo('customers', { id }),
  job: openJob,
  invoice: (id) => goTo('invoices', { id }),
  worker: (id) => goTo('workers', { id }),
}

const mostRecent = 6
/** Per person, because several may use one browser. They are gone when the tab is closed. */
const recentOf = (me: Me) => keptForThisTab<Found[]>(`recent-${me.name}`)

export const recentItems = (me: Me): Item[] => (recentOf(me).read() ?? []).map((one) => itemOf(me, one))

function itemOf(me: Me, found: Found): Item {
  const { kind, id, label, note } = found
  return {
    key: `${kind}-${id}`,
    label,
    note,
    icon: icons[kind],
    run() {
      const others = (recentOf(me).read() ?? []).filter((one) => one.id !== id)
      recentOf(me).write([found, ...others].slice(0, mostRecent))
      places[kind](id)
    },
  }
}

const joined = (...parts: (string | null | false)[]): string => parts.filter(Boolean).join(' · ')

/** The results of each kind, and what can be done with the first of them. */
export function resultGroups(
  me: Me,
  results: Results,
  zoneOf: (franchiseId: string | null) => string,
): Group[] {
  const { customers, jobs, invoices, workers } = results
  const items = (found: Found[]) => found.map((one) => itemOf(me, one))
  return [
    {
      title: 'Customers',
      items: items(
        customers.map(({ id, name, phone, email, address }) => ({
          kind: 'customer',
          id,
          label: name,
          note: joined(phone && formatPhone(phone), email, address),
        })),
      ),
    },
    {
      title: 'Book',
      items: me.may('jobs.write')
        ? customers.slice(0, 3).map(({ id, name, phone, email, address }) => ({
            key: `book-${id}`,
            label: `Book a job for ${name}`,
            // Tells customers of the same name apart.
            note: customers.some((other) => other.id !== id && other.name === name)
              ? (address ?? (phone === null ? (email ?? '') : formatPhone(phone)))
              : '',
            icon: 'plus',
            isAction: true,
            run: () => openBooking(id),
          }))
        : [],
    },
    {
      title: 'Jobs',
      items: items(
        jobs.map((job) => ({
          kind: 'job',
          id: job.id,
          label: `${job.reference} · ${job.customerName}`,
          note: joined(
            job.type,
            jobWords[job.status] ?? null,
            job.scheduledStart && formatDated(job.scheduledStart, zoneOf(job.franchiseId)),
            job.address,
          ),
        })),
      ),
    },
    {
      title: 'Invoices',
      items: items(
        invoices.map((invoice) => ({
          kind: 'invoice',
          id: invoice.id,
          label: `${invoice.number ?? 'Draft'} · ${invoice.customerName}`,
          note: joined(formatMoney(invoice.total), invoice.paidAt ? 'Paid' : invoiceWords[invoice.status]),
        })),
      ),
    },
    {
      title: 'Technicians',
      items: items(
        workers.map(({ id, name, phone, active }) => ({
          kind: 'worker',
          id,
          label: name,
          note: joined(phone && formatPhone(phone), !active && 'Inactive'),
        })),
      ),
    },
  ]
}

/** Somebody who isn't known yet is booked under what was searched for. */
export const newCaller = (me: Me, text: string): Group => ({
  title: 'Book',
  items: me.may('jobs.write')
    ? [
        {
          key: 'new-caller',
          label: `Book a job for “${text}”`,
          note: 'New customer',
          icon: 'plus',
          run: () => {
            noteCaller(text)
            openBooking()
          },
        },
      ]
    : [],
})

const invoiceWords = { draft: 'Draft', sent: 'Sent', void: 'Void' }

/** Other words that people look for a page by. */
const alsoCalled: Record<string, string> = {
  today: 'home dashboard todos',
  dispatch: 'board schedule calendar map',
  recurring: 'plans templates maintenance billing',
  workers: 'workers crew people',
  staff: 'users team roles',
  services: 'catalog prices promo',
  invoices: 'billing payments money',
  messages: 'emails texts sms',
  connections: 'api keys webhooks calendar',
  settings: 'company hours logo notifications',
  health: 'status backups',
}

/** Pages and actions by name, without asking the service. */
export function pageGroup(me: Me, text: string): Group & { isExact: boolean } {
  const match = searchMatcher(text)
  const pages = tabGroups
    .flatMap(({ tabs }) => tabs)
    .filter(({ needs }) => me.may(needs))
    .map(({ name, label, icon }) => ({
      tier: match(label, alsoCalled[name]),
      item: { key: `page-${name}`, label, note: '', icon, run: () => goTo(name) },
    }))
  const actions = me.may('jobs.write')
    ? [
        {
          tier: match('Book a job', 'new job booking add'),
          item: {
            key: 'new-job',
            label: 'Book a job',
            note: 'For a caller',
            icon: 'plus' as const,
            run: () => openBooking(),
          },
        },
      ]
    : []
  const found = [...actions, ...pages]
    .filter(({ tier }) => text === '' || tier !== null)
    .toSorted((one, other) => (one.tier ?? 9) - (other.tier ?? 9))
  return {
    title: 'Pages and actions',
    items: found.map(({ item }) => item),
    isExact: found[0]?.tier === 0,
  }
}
