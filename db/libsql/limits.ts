/** How long the server engine waits, in milliseconds, and how much it takes into one commit. */
export interface Limits {
  /** One request. Longer than the five seconds a server lets one writer keep the others waiting. */
  callMs: number
  /** All tries of one batch of units, or of one read, together. */
  settleMs: number
  /** One unit, which holds the server's write lock meanwhile; a server takes the lock away after five seconds. */
  unitMs: number
  /** After this long a batch takes no further unit. */
  batchMs: number
  unitsPerCommit: number
  /** One request of a migration or of a backup, which may move much data. */
  bulkCallMs: number
  healthMs: number
}

export const defaultLimits: Limits = {
  callMs: 6_000,
  settleMs: 12_000,
  unitMs: 4_000,
  batchMs: 500,
  unitsPerCommit: 128,
  bulkCallMs: 60_000,
  healthMs: 2_000,
}
