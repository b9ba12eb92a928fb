import type { Role } from '../../../lib/permissions'

/** The roles in words, for forms. */
export const roleLabels: Record<Role, string> = {
  owner: 'Owner: everything',
  dispatcher: 'Dispatcher: jobs, customers and schedule',
  bookkeeper: 'Bookkeeper: money, invoices and reports',
  franchisee: 'Franchisee: everything of their own franchise',
}

export const roleName = (role: Role): string => roleLabels[role].split(':')[0] ?? role
