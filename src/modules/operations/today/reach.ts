import type { Permission } from '../../../lib/permissions'

/** How far a caller sees: their permissions, and their franchise if they are limited to one. */
export interface Reach {
  may: (permission: Permission) => boolean
  franchiseId: string | undefined
}

/** Nobody works through more than this in one sitting; the lists have the rest. */
export const perKind = 50

/** The usual values of a line. */
export const fresh = { detail: null, urgent: false, fix: null, job: null, todo: null, snoozed: null }
