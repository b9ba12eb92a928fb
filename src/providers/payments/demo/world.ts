import type { Store } from '../../../../db/store'
import type { Clock } from '../../../lib/clock'

/** What the demo processor lives on. */
export interface DemoWorld {
  store: Store
  clock: Clock
  /** Its pages are ours. */
  publicUrl: string
  /** Called when there may be events to deliver. */
  announce(): void
}

/** Ids that nobody can guess, since some of them open a page. */
export const demoId = (prefix: string): string => `${prefix}_demo_${crypto.randomUUID().replaceAll('-', '')}`
