import { desc, eq, isNull, sql } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import { prepared, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { referencesFor } from '../../lib/reference'

const taken = prepared((db) =>
  db
    .select({ seq: jobs.seq })
    .from(jobs)
    .where(eq(jobs.reference, sql.placeholder('reference')))
    .limit(1),
)

/** Units run one after another, so a free reference is still free when the job is written. */
export async function freeReference(tx: Tx, id: string): Promise<string> {
  for (const reference of referencesFor(id)) if (!(await taken.get(tx, { reference }))) return reference
  throw new Error('No reference is free')
}

const keepReference = prepared((db) =>
  db
    .update(jobs)
    .set({ reference: sql`${sql.placeholder('reference')}` })
    .where(eq(jobs.seq, sql.placeholder('seq'))),
)

const batchSize = 50

/** Gives older jobs without a reference one in the background, newest first. */
export function giveReferencesSoon(deps: Deps): void {
  deps.background.runSingle('references', async () => {
    await deps.background.letRequestsPass()
    while (!deps.background.stopping) {
      const startedAt = performance.now()
      if ((await deps.store.write(giveReferences)) < batchSize) return
      await deps.background.restAfter(startedAt)
    }
  })
}

export async function giveReferences(tx: Tx): Promise<number> {
  const unnamed = await tx
    .select({ seq: jobs.seq, id: jobs.id })
    .from(jobs)
    .where(isNull(jobs.reference))
    .orderBy(desc(jobs.seq))
    .limit(batchSize)
  for (const { seq, id } of unnamed) {
    await keepReference.run(tx, { seq, reference: await freeReference(tx, id) })
  }
  return unnamed.length
}
