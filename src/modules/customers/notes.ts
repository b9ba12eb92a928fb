import { and, desc, eq, isNull, lte } from 'drizzle-orm'
import { before } from '../../../db/conditions'
import { customerNotes } from '../../../db/schema'
import { newId, onlyRow, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import type { Listing } from '../../http/listing'
import { actorText, type Actor } from '../../lib/actor'
import { day, isoTime, isoTimeOrNull } from '../../lib/clock'
import { missing } from '../../lib/errors'
import { recordActivity } from '../office'
import { touchFile } from './file'
import type { CustomerNote, CustomerNoteChange, CustomerNoteInput, CustomerNoteQuery } from './file-model'

type Row = typeof customerNotes.$inferSelect

/** How long a deleted note can be restored. */
const restorableFor = day

/** Pinned notes first, then the newest. */
export function listNotes(
  { store }: Deps,
  customerId: string,
  { franchiseId }: Pick<CustomerNoteQuery, 'franchiseId'>,
): Listing<Row, CustomerNote> {
  const { pinned, createdAt, id } = customerNotes
  return {
    kinds: ['number', 'number', 'string'],
    position: (row) => [Number(row.pinned), row.createdAt, row.id],
    present: presentNote,
    rows: (limit, after) =>
      store.read
        .select()
        .from(customerNotes)
        .where(
          and(
            eq(customerNotes.customerId, customerId),
            franchiseId === undefined ? undefined : eq(customerNotes.franchiseId, franchiseId),
            isNull(customerNotes.deletedAt),
            after ? before([pinned, createdAt, id], after) : undefined,
          ),
        )
        .orderBy(desc(pinned), desc(createdAt), desc(id))
        .limit(limit),
  }
}

export async function addNote(
  { store, clock }: Deps,
  customerId: string,
  { text, pinned, franchiseId = null }: CustomerNoteInput,
  actor: Actor,
  once: Once,
): Promise<CustomerNote> {
  const now = clock.now()
  return store.write(async (tx) => {
    await touchFile(tx, now, customerId)
    const note = { id: newId(), customerId, franchiseId, author: actorText(actor), text, pinned }
    const added = onlyRow(
      await tx
        .insert(customerNotes)
        .values({ ...note, createdAt: now })
        .returning(),
    )
    await recordNote(tx, now, actor, added, 'Added')
    const answer = presentNote(added)
    await once.settle(tx, answer)
    return answer
  })
}

export async function changeNote(
  { store, clock }: Deps,
  id: string,
  { text, pinned, deleted }: CustomerNoteChange,
  actor: Actor,
): Promise<CustomerNote> {
  const now = clock.now()
  return store.write(async (tx) => {
    const [note] = await tx.select().from(customerNotes).where(eq(customerNotes.id, id)).limit(1)
    // Only restoring reaches a deleted note.
    if (!note || (note.deletedAt !== null && deleted !== false)) throw missing('Note')
    const changed: Row = {
      ...note,
      ...(text === undefined || text === note.text ? {} : { text, editedAt: now }),
      ...(pinned === undefined ? {} : { pinned }),
      ...(deleted === undefined ? {} : { deletedAt: deleted ? now : null }),
    }
    if (JSON.stringify(changed) === JSON.stringify(note)) return presentNote(note)
    await touchFile(tx, now, note.customerId)
    await tx.update(customerNotes).set(changed).where(eq(customerNotes.id, id))
    await recordNote(tx, now, actor, changed, verbFor(note, changed))
    return presentNote(changed)
  })
}

function verbFor(note: Row, changed: Row): string {
  if (note.deletedAt !== changed.deletedAt) return changed.deletedAt === null ? 'Restored' : 'Deleted'
  if (note.text !== changed.text) return 'Edited'
  return changed.pinned ? 'Pinned' : 'Unpinned'
}

/** The text stays out of the activity log, because it is about a person. */
function recordNote(tx: Tx, now: number, actor: Actor, note: Row, verb: string): Promise<void> {
  return recordActivity(tx, now, {
    type: `customer.note-${verb.toLowerCase()}`,
    actor,
    summary: `${verb} a note about a customer`,
    subject: { kind: 'customer', id: note.customerId, name: 'a customer' },
    franchiseId: note.franchiseId,
  })
}

/** Removes deleted notes for good. */
export async function sweepNotes({ store, clock }: Deps): Promise<void> {
  await store.write((tx) =>
    tx.delete(customerNotes).where(lte(customerNotes.deletedAt, clock.now() - restorableFor)),
  )
}

export function presentNote({ createdAt, editedAt, deletedAt, ...rest }: Row): CustomerNote {
  return {
    ...rest,
    createdAt: isoTime(createdAt),
    editedAt: isoTimeOrNull(editedAt),
    deletedAt: isoTimeOrNull(deletedAt),
  }
}
