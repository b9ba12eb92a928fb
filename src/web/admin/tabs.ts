import type { ComponentType } from 'preact'
import type { Permission } from '../../lib/permissions'
import type { IconName } from '../icons/icons'

export interface Tab {
  name: string
  label: string
  icon: IconName
  /** Only people with this permission see the tab. */
  needs: Permission
  /** It concerns the whole company, so people limited to one franchise don't see it. */
  company?: true
  load: () => Promise<{ default: ComponentType }>
}

const tab = (
  name: string,
  label: string,
  icon: IconName,
  needs: Permission,
  load: () => Promise<{ default: ComponentType }>,
): Tab => ({ name, label, icon, needs, load })

const today = tab('today', 'Today', 'sun', 'todos.read', () => import('./today/tab'))

interface TabGroup {
  label: string
  tabs: Tab[]
}

/** Each tab is a separate script, loaded when the tab is first opened. */
export const groups: TabGroup[] = [
  {
    label: 'Work',
    tabs: [
      today,
      tab('jobs', 'Jobs', 'clipboard-list', 'jobs.read', () => import('./jobs/tab')),
      tab('dispatch', 'Dispatch', 'calendar-days', 'dispatch', () => import('./dispatch/tab')),
      tab('recurring', 'Recurring', 'repeat', 'jobs.read', () => import('./recurring/tab')),
    ],
  },
  {
    label: 'People',
    tabs: [
      tab('customers', 'Customers', 'users', 'customers.read', () => import('./customers/tab')),
      tab('workers', 'Technicians', 'hard-hat', 'workers.read', () => import('./workers/tab')),
      tab('staff', 'Staff', 'id-card', 'staff', () => import('./staff/tab')),
      tab('franchises', 'Franchises', 'store', 'franchises.read', () => import('./franchises/tab')),
      tab('services', 'Services', 'wrench', 'catalog.read', () => import('./services/tab')),
    ],
  },
  {
    label: 'Money',
    tabs: [
      tab('invoices', 'Invoices', 'receipt-text', 'invoices.read', () => import('./invoices/tab')),
      tab('payouts', 'Payouts', 'banknote', 'money.read', () => import('./payouts/tab')),
      tab('ledger', 'Ledger', 'book-open', 'money.read', () => import('./ledger/tab')),
      tab('reports', 'Reports', 'chart-column', 'reports.read', () => import('./reports/tab')),
    ],
  },
  {
    label: 'Messages',
    tabs: [
      tab('messages', 'Outbox', 'mail', 'messages.read', () => import('./messages/tab')),
      tab('campaigns', 'Campaigns', 'megaphone', 'administrator', () => import('./campaigns/tab')),
    ],
  },
  {
    label: 'System',
    tabs: [
      tab('import', 'Import', 'file-up', 'import', () => import('./import/tab')),
      tab('activity', 'Activity', 'history', 'audit.read', () => import('./activity/tab')),
      tab('connections', 'Connections', 'plug', 'staff', () => import('./connections/tab')),
      {
        ...tab('webhooks', 'Payment events', 'webhook', 'money.read', () => import('./webhooks/tab')),
        company: true,
      },
      tab('health', 'Health', 'heart-pulse', 'system', () => import('./health/tab')),
      tab('settings', 'Settings', 'settings', 'settings', () => import('./settings/tab')),
    ],
  },
]

/** Used once, so it has no place in the menu; the banner, Today and Settings lead there. */
const start: Tab = tab('start', 'Start for real', 'sparkles', 'settings', () => import('./start/tab'))

export const tabs = [...groups.flatMap((group) => group.tabs), start]

/** Says that there is no such page. */
const unknown: Tab = tab('unknown', 'Page not found', 'info', 'todos.read', () => import('./shell/unknown'))

/** Names that people type, and `franchise`, where the payment processor returns users to. */
const aliases: Record<string, string> = {
  franchise: 'franchises',
  technicians: 'workers',
  outbox: 'messages',
  board: 'dispatch',
  schedule: 'dispatch',
  home: 'today',
  dashboard: 'today',
}

/** Someone who may not use the tab lands on Today, which everyone may use. */
export function tabNamed(name: string, me: Person): Tab {
  const wanted = aliases[name] ?? name
  if (wanted !== '' && !tabs.some((tab) => tab.name === wanted)) return unknown
  return tabs.find((tab) => tab.name === wanted && mayOpen(tab, me)) ?? today
}

type Person = Record<'may' | 'mayForAll', (permission: Permission) => boolean>

export const mayOpen = ({ needs, company }: Tab, { may, mayForAll }: Person): boolean =>
  company ? mayForAll(needs) : may(needs)
