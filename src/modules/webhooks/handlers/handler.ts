import type { z } from 'zod'
import type { Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'

/** What an event changes: one unit, which also marks the event as done. */
export type Change = (tx: Tx) => Promise<void>

/** With what is to be done once the change is kept; a crash in between leaves it to the retry task. */
export interface Handling {
  change: Change
  afterwards(): void
}

/** Reads an event's object, asks the processor where it must, and says what is to be changed. */
export type Handler = (
  deps: Deps,
  object: Record<string, unknown>,
) => Promise<Change | Handling> | Change | Handling

/** An event that cannot be processed now: it stays in the queue. The text is for HQ. */
export class EventFailure extends Error {
  override name = 'EventFailure'
}

export const nothing: Change = async () => {}

export function readObject<S extends z.ZodType>(schema: S, object: Record<string, unknown>): z.output<S> {
  const read = schema.safeParse(object)
  if (read.success) return read.data
  const places = read.error.issues.map(({ path }) => path.join('.')).join(', ')
  throw new EventFailure(`The object does not have the expected fields: ${places}`)
}
