import type { Role } from '../../../lib/permissions'

const roles: Record<Role, { name: string; can: string }> = {
  owner: { name: 'Owner', can: 'Everything' },
  dispatcher: { name: 'Dispatcher', can: 'Jobs, customers and the schedule' },
  bookkeeper: { name: 'Bookkeeper', can: 'Money, invoices and reports' },
  franchisee: { name: 'Franchisee', can: 'Everything of their own franchise' },
}

export const roleName = (role: Role): string => roles[role].name

/** The props of a field to choose a role: what the chosen one can do stands below, because a phone cuts long choices off. */
export const roleField = (chosen: string) => ({
  label: 'Role',
  options: Object.entries(roles).map(([value, { name }]) => ({ value, label: name })),
  hint: roles[chosen as Role].can,
})
