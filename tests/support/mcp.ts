import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { apiKeys } from '../../db/schema'
import { apiKey } from '../contract/credentials'
import type { TestApp } from './app'

export interface Assistant {
  client: Client
  tools(): Promise<string[]>
  /** The structured answer of a tool; a refusal throws its words. */
  // Tests look into answers of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  use(name: string, input?: object): Promise<any>
  /** Previews, then confirms. */
  // oxlint-disable-next-line typescript/no-explicit-any
  change(name: string, input: object): Promise<any>
}

type Mode = 'legacy' | { pin: string }

/** Listens on loopback, because the official client speaks HTTP. */
export function startMcp({ app, deps }: TestApp) {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => app.handle(request) })
  const url = new URL(`http://127.0.0.1:${server.port}/mcp`)
  const open: Client[] = []
  return {
    url,
    /** An assistant with a key of this role, in either version of the protocol. */
    async connect(
      role: (typeof apiKeys.$inferSelect)['role'],
      mode: Mode = 'legacy',
      franchiseId: string | null = null,
    ): Promise<Assistant> {
      const key = { role, franchiseId, name: 'Claude', createdBy: 'dana' }
      const authorization = `Bearer ${await apiKey(deps, key)}`
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
      await client.connect(
        new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization } } }),
      )
      open.push(client)
      return assistantOf(client)
    },
    async close() {
      for (const client of open) await client.close()
      await server.stop(true)
    },
  }
}

function assistantOf(client: Client): Assistant {
  const use: Assistant['use'] = async (name, input = {}) => {
    const answer = await client.callTool({ name, arguments: { ...input } })
    const [first] = answer.content
    if (answer.isError) throw new Error(first?.type === 'text' ? first.text : 'no words')
    return answer.structuredContent
  }
  return {
    client,
    use,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    change: async (name, input) => use(name, { ...input, confirm: (await use(name, input)).confirm }),
  }
}
