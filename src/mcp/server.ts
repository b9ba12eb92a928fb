import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { stayInside } from '../http/scope'
import { Refusal } from '../lib/errors'
import { describeError } from '../lib/log'
import { may } from '../lib/permissions'
import { programVersion } from '../version'
import { Confirm, outcomeOf, previewOrChange } from './confirm'
import type { Asking, Tool } from './tool'
import { bookingTools } from './tools/booking'
import { customerTools } from './tools/customers'
import { jobTools } from './tools/jobs'
import { moneyTools } from './tools/money'
import { officeTools } from './tools/office'
import { visitTools } from './tools/visits'

/** In the order a model meets them: look first, then change. */
export const tools: Tool[] = [
  ...customerTools,
  ...jobTools,
  ...officeTools,
  ...bookingTools,
  ...visitTools,
  ...moneyTools,
]

const instructions = `Truckroll runs a field-service business: customers book jobs, technicians visit them.
Jobs are named by reference (TR-7K2Q9) or id. Times with an offset are moments; local times are in the time zone of the franchise.
Tools that change something preview first: call them without "confirm", show the summary to the user, and call again with the same arguments and the token from the preview once the user agrees.`

export interface Sdk {
  McpServer: typeof McpServer
}

/** A server for one request, with the tools that the key's role may use. */
export function serverFor({ McpServer }: Sdk, asking: Asking): McpServer {
  const server = new McpServer(
    { name: 'truckroll', title: 'Truckroll', version: programVersion },
    { instructions },
  )
  for (const tool of tools)
    if (mayUse(asking, tool))
      server.registerTool(tool.name, definitionOf(tool), (input: Record<string, unknown>) =>
        answerOf(tool, asking, input),
      )
  return server
}

const mayUse = ({ caller: { key }, within }: Asking, { needs, scope }: Tool): boolean =>
  key !== undefined && may(key.role, needs) && (within === undefined || scope !== undefined)

type Definition = ReturnType<typeof define>
const definitions = new Map<Tool, Definition>()

/** Made once, because building the schemas takes longer than most tools. */
function definitionOf(tool: Tool): Definition {
  const known = definitions.get(tool) ?? define(tool)
  definitions.set(tool, known)
  return known
}

function define(tool: Tool) {
  const { title, description } = tool
  const isReading = 'output' in tool
  const inputSchema: z.ZodObject = isReading ? tool.input : tool.input.extend({ confirm: Confirm })
  const outputSchema: z.ZodObject = isReading ? tool.output : outcomeOf(tool.result)
  const annotations = {
    readOnlyHint: isReading,
    ...(isReading ? {} : { destructiveHint: tool.isDestructive === true, idempotentHint: true }),
    openWorldHint: false,
  }
  return { title, description, inputSchema, outputSchema, annotations }
}

async function answerOf(tool: Tool, asking: Asking, input: Record<string, unknown>) {
  try {
    const named = { method: 'POST', params: {}, query: {}, body: input }
    if (asking.within !== undefined && tool.scope !== undefined)
      await stayInside(asking.deps.store.read, tool.scope, asking.within, named)
    const output: Record<string, unknown> =
      'output' in tool ? await tool.run(asking, input) : await previewOrChange(tool, asking, input)
    return {
      content: [{ type: 'text' as const, text: JSON.stringify(output) }],
      structuredContent: output,
    }
  } catch (error) {
    return { isError: true, content: [{ type: 'text' as const, text: wordsFor(error, tool, asking) }] }
  }
}

/** A refusal says what to do. Any other error is ours, and its details stay in the log. */
function wordsFor(error: unknown, { name }: Tool, { deps }: Asking): string {
  if (error instanceof Refusal) return [error.message, ...(error.details ?? [])].join('\n')
  deps.log.error('a tool failed', { tool: name, ...describeError(error) })
  return 'Something went wrong on our side. Try again in a minute.'
}
