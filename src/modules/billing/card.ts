import type { Db, Tx } from '../../../db/store'
import { raiseTask } from '../hq-tasks/raise'
import { customerOf } from './billed-job'
import type { ScheduleRow } from './rows'

/** Whose stored card is charged, by the processor's name; null when there is none. */
export async function cardOf(db: Db, schedule: ScheduleRow): Promise<string | null> {
  return schedule.paymentsCustomerId ?? (await customerOf(db, schedule))?.paymentsCustomerId ?? null
}

export async function askForCard(tx: Tx, schedule: ScheduleRow, at: number): Promise<void> {
  await raiseTask(tx, at, {
    kind: 'billing.no-card',
    subject: schedule.id,
    title: 'A schedule is to be charged by itself, but the customer has no stored card',
    detail: 'The invoice is sent instead. Store a card, or turn the charging off.',
    franchiseId: schedule.franchiseId,
  })
}
