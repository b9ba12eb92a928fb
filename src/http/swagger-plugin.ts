import type { ElysiaSwaggerConfig } from '@elysiajs/swagger/types'
import { Elysia, type AnyElysia } from 'elysia'
import { nextTurn } from '../../db/store'

type Documentation = NonNullable<ElysiaSwaggerConfig['documentation']>

/** The plugin's page, with scripts and styles from here instead of a CDN. */
export async function pluginPage(info: Documentation['info']): Promise<string> {
  const page = await ask(new Elysia(), '/swagger', { info })
  return new HTMLRewriter()
    .on('script[src]', {
      element(script) {
        script.setAttribute('src', '/swagger/swagger-ui-bundle.js')
        script.removeAttribute('crossorigin')
      },
    })
    .on('script:not([src])', {
      element(script) {
        script.setInnerContent('')
        script.setAttribute('src', '/swagger/start.js')
      },
    })
    .transform(page)
}

/** The plugin's JSON. It knows nothing of our schemas, so it takes what we described over its own. */
export const pluginDocument = (documentation: object): Promise<string> =>
  ask(
    new Elysia().mapResponse(async ({ responseValue }) => new Response(await inPieces(responseValue))),
    '/swagger/json',
    documentation,
  )

/** Loads the plugin only now, because nobody opens the page on most services, and keeps nothing of it. */
async function ask(app: AnyElysia, path: string, documentation: Documentation): Promise<string> {
  const { swagger } = await import('@elysiajs/swagger')
  const plugin = swagger({
    path: '/swagger',
    documentation,
    provider: 'swagger-ui',
    theme: '/swagger/swagger-ui.css',
    // It would be an inline style.
    autoDarkMode: false,
  })
  const answer = await app.use(plugin).handle(new Request(`http://localhost${path}`))
  const text = await answer.text()
  if (!answer.ok) throw new Error(`@elysiajs/swagger answered ${answer.status}: ${text}`)
  return text
}

/** Deep enough to reach one operation and one schema. */
const pieceDepth = 3

/** Writes JSON and lets other requests go first between two pieces, because all at once would hold them up. */
async function inPieces(value: unknown, depth = pieceDepth): Promise<string> {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    await nextTurn()
    return JSON.stringify(value)
  }
  const pieces: string[] = []
  for (const [key, inner] of Object.entries(value))
    if (inner !== undefined) pieces.push(`${JSON.stringify(key)}:${await inPieces(inner, depth - 1)}`)
  return `{${pieces.join(',')}}`
}
