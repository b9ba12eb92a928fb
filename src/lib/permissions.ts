/** The people who work with the console and the API. A franchisee reaches only their own franchise. */
export const roles = ['owner', 'dispatcher', 'bookkeeper', 'franchisee'] as const
export type Role = (typeof roles)[number]

/** Every permission, and who has it besides the owner. Each HQ endpoint names the one it needs. */
const others = {
  'jobs.read': ['dispatcher', 'bookkeeper', 'franchisee'],
  /** Book, correct and cancel jobs. Canceling a paid job refunds it, as the customer was promised. */
  'jobs.write': ['dispatcher', 'franchisee'],
  'jobs.price': ['dispatcher', 'bookkeeper', 'franchisee'],
  /** Schedule, assign and move visits, and see who works when. */
  dispatch: ['dispatcher', 'franchisee'],
  'customers.read': ['dispatcher', 'bookkeeper', 'franchisee'],
  'customers.write': ['dispatcher', 'franchisee'],
  'customers.erase': [],
  'workers.read': ['dispatcher', 'franchisee'],
  'workers.write': ['dispatcher', 'franchisee'],
  'catalog.read': ['dispatcher', 'bookkeeper', 'franchisee'],
  'franchises.read': ['dispatcher', 'bookkeeper', 'franchisee'],
  'messages.read': ['dispatcher', 'franchisee'],
  'messages.write': ['dispatcher', 'franchisee'],
  'todos.read': ['dispatcher', 'bookkeeper', 'franchisee'],
  'todos.write': ['dispatcher', 'bookkeeper', 'franchisee'],
  'money.read': ['bookkeeper', 'franchisee'],
  'money.write': ['bookkeeper', 'franchisee'],
  'invoices.read': ['bookkeeper', 'franchisee'],
  'invoices.write': ['bookkeeper', 'franchisee'],
  'reports.read': ['bookkeeper', 'franchisee'],
  /** The company's settings, services, promo codes, franchises and their shares, and webhooks. */
  settings: [],
  /** HQ tokens and API keys. */
  staff: [],
  /** Bring customers and jobs along from other software, and take them back. */
  import: [],
  /** Backups and the state of the server. */
  system: [],
  /** The contract's own HQ endpoints, which are for administrators only. */
  administrator: [],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof others
export const permissions = Object.keys(others) as Permission[]

export const may = (role: Role, permission: Permission): boolean =>
  role === 'owner' || (others[permission] as readonly Role[]).includes(role)

export const permissionsOf = (role: Role): Permission[] =>
  permissions.filter((permission) => may(role, permission))
