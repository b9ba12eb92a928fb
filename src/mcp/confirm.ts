import { z } from 'zod'
import { AlreadyAnswered, KeyedAnswer, type StoredAnswer } from '../http/idempotency'
import { isoTime, minute } from '../lib/clock'
import { conflict, invalid } from '../lib/errors'
import { keyedHash, sameSecret } from '../lib/secret'
import type { Asking, Changing } from './tool'

const lifetime = 15 * minute

export const Confirm = z
  .string()
  .max(200)
  .optional()
  .describe('Leave it out to preview. To make the change, send the token from the preview here.')

export const outcomeOf = <O extends z.ZodObject>(result: O) =>
  z.object({
    status: z.enum(['preview', 'done']).describe('`preview`: nothing has changed yet'),
    summary: z.string().describe('What would happen, or what happened'),
    confirm: z.string().optional().describe('Call again with the same arguments and this token'),
    confirmBefore: z.iso.datetime().optional(),
    result: result.optional(),
  })

type AnyInput = Record<string, unknown>
// oxlint-disable-next-line typescript/no-explicit-any
type AnyChange = Changing<any, any, any>

/**
 * Previews a change, or makes it once the caller sends back the preview's token. The token covers the arguments
 * and the words of the preview, so only what was shown can happen. Repeating it returns the first answer.
 */
export async function previewOrChange(
  tool: AnyChange,
  asking: Asking,
  given: AnyInput & { confirm?: string },
) {
  const { confirm: token, ...input } = given
  if (token === undefined) return previewed(tool, asking, input)
  const until = Number.parseInt(token, 36)
  if (!/^[0-9a-z]+-[0-9a-f]{64}$/.test(token))
    throw invalid(`This isn't a token of a preview. Call ${tool.name} without confirm first.`)
  const keyed = keyedAnswer(tool, asking, input, token)
  const stored = await keyed.begin(asking.deps)
  try {
    if (stored) return await done(tool, asking, dataOf(stored))
    if (until <= asking.deps.clock.now())
      throw conflict(`This preview has expired. Call ${tool.name} without confirm to get a new one.`)
    const summary = await tool.preview(asking, input)
    if (!sameSecret(token, tokenFor(tool, asking, input, { summary, until })))
      throw conflict(
        `Nothing was changed, because this isn't what you confirmed. Now it would be: ${summary} Call ${tool.name} without confirm to preview that.`,
      )
    const answer: unknown = await tool.apply(asking, input, keyed)
    if (!keyed.settled) await asking.deps.store.write((tx) => keyed.settle(tx, answer))
    return await done(tool, asking, answer)
  } catch (error) {
    const faster = error instanceof AlreadyAnswered ? await keyed.recall(asking.deps.store) : null
    await keyed.fail(asking.deps).catch(() => null)
    if (faster) return await done(tool, asking, dataOf(faster))
    throw error
  } finally {
    keyed.end()
  }
}

const dataOf = ({ answer }: StoredAnswer): unknown => (answer as { data: unknown }).data

async function previewed(tool: AnyChange, asking: Asking, input: AnyInput) {
  const summary = await tool.preview(asking, input)
  const until = asking.deps.clock.now() + lifetime
  const confirm = tokenFor(tool, asking, input, { summary, until })
  return { status: 'preview' as const, summary, confirm, confirmBefore: isoTime(until) }
}

async function done(tool: AnyChange, asking: Asking, answer: unknown) {
  return { status: 'done' as const, ...(await tool.present(asking, answer)) }
}

function keyedAnswer(tool: AnyChange, { deps, caller }: Asking, body: AnyInput, key: string): KeyedAnswer {
  const request = { key, method: 'MCP', route: tool.name, caller: caller.subject, target: tool.name, body }
  return new KeyedAnswer(deps.clock, deps.secrets.linkSecret, request, {})
}

function tokenFor(
  tool: AnyChange,
  { deps, caller }: Asking,
  input: AnyInput,
  { summary, until }: { summary: string; until: number },
): string {
  const about = [tool.name, caller.subject, JSON.stringify(input), summary, String(until)]
  return `${until.toString(36)}-${keyedHash(deps.secrets.linkSecret, 'mcp confirmation', ...about)}`
}
