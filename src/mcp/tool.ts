import { z } from 'zod'
import type { Deps } from '../deps'
import type { Once } from '../http/idempotency'
import type { FranchiseScope } from '../http/endpoint'
import type { Caller } from '../http/request'
import type { Permission } from '../lib/permissions'

/** A call of a tool: the service, and the key that calls. */
export interface Asking {
  deps: Deps
  caller: Caller
  /** The key's name and owner, for timelines and the activity log. */
  actor: string
  /** The one franchise the key is limited to. */
  within: string | undefined
}

interface About<Input extends z.ZodObject> {
  name: string
  title: string
  /** Tells a model when to use the tool and what it needs. */
  description: string
  needs: Permission
  /** How it stays inside one franchise, by the fields of its input. Without it, keys limited to one don't get it. */
  scope?: FranchiseScope
  input: Input
}

export interface Reading<I extends z.ZodObject, O extends z.ZodObject> extends About<I> {
  output: O
  run(asking: Asking, input: z.output<I>): Promise<z.output<O>>
}

export interface Changing<I extends z.ZodObject, O extends z.ZodObject, Answer> extends About<I> {
  /** The change can't be undone. */
  isDestructive?: true
  result: O
  /** Says what would happen, after checking everything the change itself checks. */
  preview(asking: Asking, input: z.output<I>): Promise<string>
  apply(asking: Asking, input: z.output<I>, once: Once): Promise<Answer>
  /** The answer as the model sees it. The same answer comes back when a confirmed change is repeated. */
  present(asking: Asking, answer: Answer): Promise<{ summary: string; result: z.output<O> }>
}

// The list of tools forgets their types; `reading` and `changing` have checked them.
// oxlint-disable-next-line typescript/no-explicit-any
export type Tool = Reading<any, any> | Changing<any, any, any>

export const reading = <I extends z.ZodObject, O extends z.ZodObject>(tool: Reading<I, O>): Tool => tool

export const changing = <I extends z.ZodObject, O extends z.ZodObject, Answer>(
  tool: Changing<I, O, Answer>,
): Tool => tool
