import { eq } from 'drizzle-orm'
import { attachments } from '../../../db/schema'
import { isUnchanged } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { conflict, missing } from '../../lib/errors'
import type { FileChange, JobFile } from './model'
import { isShown, presentFile, recordForHq, requireJob } from './rows'

export async function changeFile(
  { store, clock }: Deps,
  id: string,
  { kind, shownToCustomer, deleted }: FileChange,
  actor: Actor,
): Promise<JobFile> {
  const now = clock.now()
  return store.write(async (tx) => {
    const [file] = await tx.select().from(attachments).where(eq(attachments.id, id)).limit(1)
    // Only restoring reaches a deleted file.
    if (!file || (file.deletedAt !== null && deleted !== false)) throw missing('File')
    if (kind !== undefined && kind !== 'document' && file.type === 'application/pdf')
      throw conflict("A document can't become a photo.")
    // Unless somebody decided otherwise, the kind decides what the customer sees.
    const isUsual = file.shown === isShown(file.kind)
    const shown = shownToCustomer ?? (kind !== undefined && isUsual ? isShown(kind) : undefined)
    const change = {
      ...(kind === undefined ? {} : { kind }),
      ...(shown === undefined ? {} : { shown }),
      ...(deleted === undefined ? {} : { deletedAt: deleted ? now : null }),
    }
    if (isUnchanged(file, change)) return presentFile(file)
    await tx.update(attachments).set(change).where(eq(attachments.id, id))
    const changed = { ...file, ...change }
    const verb =
      file.deletedAt === changed.deletedAt ? 'Changed' : changed.deletedAt === null ? 'Restored' : 'Deleted'
    await recordForHq(tx, now, await requireJob(tx, file.jobId), actor, { verb, kind: changed.kind })
    return presentFile(changed)
  })
}
