import { and, eq, sql } from 'drizzle-orm'
import { hqTasks } from '../../../db/schema'
import type { TaskKind } from '../../../db/schema/hq-tasks'
import type { Tx } from '../../../db/store'
import { newId } from '../../lib/ids'

export interface HqTask {
  kind: TaskKind
  /** What it is about, e.g. a job's id: one open task per kind and subject. */
  subject: string
  title: string
  detail?: string | null
  franchiseId?: string | null
  /** The job, where the subject is something else about it, e.g. a payment. */
  jobId?: string
  /** The number somebody wrote from. */
  contact?: string
}

/** Asks for a person at headquarters. Asking again while the task is open changes nothing. */
export async function raiseTask(tx: Tx, now: number, task: HqTask): Promise<void> {
  await tx
    .insert(hqTasks)
    .values({ id: newId(), ...task, state: 'open', createdAt: now })
    .onConflictDoNothing()
}

/** The same, where what is asked changes while the task is open: then it says what is true now. */
export async function keepTask(tx: Tx, now: number, task: HqTask): Promise<void> {
  const { title, detail = null, franchiseId = null, jobId = null, contact = null } = task
  await tx
    .insert(hqTasks)
    .values({ id: newId(), ...task, state: 'open', createdAt: now })
    .onConflictDoUpdate({
      target: [hqTasks.kind, hqTasks.subject],
      targetWhere: sql`${hqTasks.state} = 'open'`,
      set: { title, detail, franchiseId, jobId, contact },
    })
}

/** The reason has gone away: the task is done without anyone having to say so. */
export async function clearTask(tx: Tx, now: number, kind: TaskKind, subject: string): Promise<void> {
  await tx
    .update(hqTasks)
    .set({ state: 'done', doneAt: now, doneBy: 'truckroll' })
    .where(and(eq(hqTasks.kind, kind), eq(hqTasks.subject, subject), eq(hqTasks.state, 'open')))
}
