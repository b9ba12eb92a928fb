import type { ComponentType } from 'preact'
import type { Permission } from '../../lib/permissions'

export interface Tab {
  name: string
  label: string
  /** Only people with this permission see the tab. */
  needs: Permission
  /** It concerns the whole company, so people limited to one franchise don't see it. */
  company?: true
  load: () => Promise<{ default: ComponentType }>
}

interface TabGroup {
  label: string
  tabs: Tab[]
}

const today: Tab = { name: 'today', label: 'Today', needs: 'todos.read', load: () => import('./today/tab') }

/** Each tab is a separate script, loaded when the tab is first opened. */
export const groups: TabGroup[] = [
  {
    label: 'Work',
    tabs: [
      today,
      { name: 'jobs', label: 'Jobs', needs: 'jobs.read', load: () => import('./jobs/tab') },
      { name: 'dispatch', label: 'Dispatch', needs: 'dispatch', load: () => import('./dispatch/tab') },
      { name: 'recurring', label: 'Recurring', needs: 'jobs.read', load: () => import('./recurring/tab') },
    ],
  },
  {
    label: 'People',
    tabs: [
      {
        name: 'customers',
        label: 'Customers',
        needs: 'customers.read',
        load: () => import('./customers/tab'),
      },
      { name: 'workers', label: 'Technicians', needs: 'workers.read', load: () => import('./workers/tab') },
      { name: 'staff', label: 'Staff', needs: 'staff', load: () => import('./staff/tab') },
      {
        name: 'franchises',
        label: 'Franchises',
        needs: 'franchises.read',
        load: () => import('./franchises/tab'),
      },
      { name: 'services', label: 'Services', needs: 'catalog.read', load: () => import('./services/tab') },
    ],
  },
  {
    label: 'Money',
    tabs: [
      { name: 'invoices', label: 'Invoices', needs: 'invoices.read', load: () => import('./invoices/tab') },
      { name: 'reports', label: 'Reports', needs: 'reports.read', load: () => import('./reports/tab') },
    ],
  },
  {
    label: 'Messages',
    tabs: [
      { name: 'messages', label: 'Outbox', needs: 'messages.read', load: () => import('./messages/tab') },
      {
        name: 'campaigns',
        label: 'Campaigns',
        needs: 'administrator',
        load: () => import('./campaigns/tab'),
      },
    ],
  },
  {
    label: 'System',
    tabs: [
      { name: 'import', label: 'Import', needs: 'import', load: () => import('./import/tab') },
      { name: 'activity', label: 'Activity', needs: 'audit.read', load: () => import('./activity/tab') },
      { name: 'connections', label: 'Connections', needs: 'staff', load: () => import('./connections/tab') },
      {
        name: 'webhooks',
        label: 'Payment events',
        needs: 'money.read',
        company: true,
        load: () => import('./webhooks/tab'),
      },
      { name: 'health', label: 'Health', needs: 'system', load: () => import('./health/tab') },
      { name: 'settings', label: 'Settings', needs: 'settings', load: () => import('./settings/tab') },
    ],
  },
]

/** Used once, so it has no place in the menu; the banner, Today and Settings lead there. */
const start: Tab = {
  name: 'start',
  label: 'Start for real',
  needs: 'settings',
  load: () => import('./start/tab'),
}

const tabs = [...groups.flatMap((group) => group.tabs), start]

/** The payment processor returns users to `franchise`. */
const aliases: Record<string, string> = { franchise: 'franchises' }

/** Someone who may not use the tab lands on Today, which everyone may use. */
export function tabNamed(name: string, me: Person): Tab {
  const wanted = aliases[name] ?? name
  return tabs.find((tab) => tab.name === wanted && mayOpen(tab, me)) ?? today
}

type Person = Record<'may' | 'mayForAll', (permission: Permission) => boolean>

export const mayOpen = ({ needs, company }: Tab, { may, mayForAll }: Person): boolean =>
  company ? mayForAll(needs) : may(needs)
