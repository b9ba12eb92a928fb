import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { checkoutSessions } from '../../../../db/schema'
import { readObject, type Handler } from './handler'

const Session = z.object({ id: z.string().min(1).max(255) })

/** Only closes the page: whether money came is told by the payment's own event. */
const ended =
  (state: 'completed' | 'expired'): Handler =>
  ({ clock }, object) => {
    const { id } = readObject(Session, object)
    return async (tx) => {
      await tx
        .update(checkoutSessions)
        .set({ state, order: null, updatedAt: clock.now() })
        .where(and(eq(checkoutSessions.sessionId, id), inArray(checkoutSessions.state, ['intended', 'open'])))
    }
  }

export const checkoutCompleted = ended('completed')
export const checkoutExpired = ended('expired')
