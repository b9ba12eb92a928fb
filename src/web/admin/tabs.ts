import type { ComponentType } from 'preact'

export interface Tab {
  name: string
  label: string
  load: () => Promise<{ default: ComponentType }>
}

interface TabGroup {
  label: string
  tabs: Tab[]
}

const today: Tab = { name: 'today', label: 'Today', load: () => import('./today/tab') }

/** Each tab is a separate script, loaded when the tab is first opened. */
export const groups: TabGroup[] = [
  {
    label: 'Work',
    tabs: [
      today,
      { name: 'jobs', label: 'Jobs', load: () => import('./jobs/tab') },
      { name: 'dispatch', label: 'Dispatch', load: () => import('./dispatch/tab') },
      { name: 'recurring', label: 'Recurring', load: () => import('./recurring/tab') },
    ],
  },
  {
    label: 'People',
    tabs: [
      { name: 'customers', label: 'Customers', load: () => import('./customers/tab') },
      { name: 'workers', label: 'Technicians', load: () => import('./workers/tab') },
      { name: 'franchises', label: 'Franchises', load: () => import('./franchises/tab') },
      { name: 'services', label: 'Services', load: () => import('./services/tab') },
    ],
  },
  {
    label: 'Money',
    tabs: [
      { name: 'invoices', label: 'Invoices', load: () => import('./invoices/tab') },
      { name: 'reports', label: 'Reports', load: () => import('./reports/tab') },
    ],
  },
  {
    label: 'Messages',
    tabs: [
      { name: 'messages', label: 'Outbox', load: () => import('./messages/tab') },
      { name: 'campaigns', label: 'Campaigns', load: () => import('./campaigns/tab') },
    ],
  },
  {
    label: 'System',
    tabs: [
      { name: 'import', label: 'Import', load: () => import('./import/tab') },
      { name: 'connections', label: 'Connections', load: () => import('./connections/tab') },
      { name: 'webhooks', label: 'Payment events', load: () => import('./webhooks/tab') },
      { name: 'health', label: 'Health', load: () => import('./health/tab') },
      { name: 'settings', label: 'Settings', load: () => import('./settings/tab') },
    ],
  },
]

const tabs = groups.flatMap((group) => group.tabs)

/** The payment processor returns users to `franchise`. */
const aliases: Record<string, string> = { franchise: 'franchises' }

export function tabNamed(name: string): Tab {
  const wanted = aliases[name] ?? name
  return tabs.find((tab) => tab.name === wanted) ?? today
}
