import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { savedCards } from '../../../../db/schema'
import { recordDetached, recordUpdated } from '../cards/remove'
import { findSetup } from '../cards/rows'
import { recordSetup } from '../cards/save'
import { nothing, readObject, type Handler } from './handlers'

const Session = z.object({ id: z.string().min(1).max(255), mode: z.string().max(50).nullish() })
const Method = z.object({ id: z.string().min(1).max(255) })

/** The same event closes a checkout or a page that saves a card; the session's mode tells which. */
export const orCardSetup =
  (checkout: Handler): Handler =>
  async (deps, object) => {
    const { id, mode } = readObject(Session, object)
    if (mode !== 'setup') return checkout(deps, object)
    const setup = await findSetup(deps.store.read, { sessionId: id })
    if (!setup) return nothing
    const found = await deps.providers.payments.findCardSetup(id)
    return (tx) => recordSetup(tx, deps.clock.now(), setup.id, found)
  }

/** Asks the processor, because a card's events may arrive in any order. */
export const cardChanged: Handler = async (deps, object) => {
  const { id } = readObject(Method, object)
  const [before] = await deps.store.read.select().from(savedCards).where(eq(savedCards.id, id)).limit(1)
  if (!before || before.state === 'removed') return nothing
  const fresh = await deps.providers.payments.findCard(id)
  return async (tx) => {
    const [card] = await tx.select().from(savedCards).where(eq(savedCards.id, id)).limit(1)
    if (!card) return
    await (fresh
      ? recordUpdated(tx, deps.clock.now(), card, fresh)
      : recordDetached(tx, deps.clock.now(), card))
  }
}
