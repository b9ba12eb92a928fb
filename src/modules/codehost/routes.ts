import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { CodeSummary } from './model'

export const codehostRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/dev/codehost', async () => ok(await deps.providers.codehost.summary()), {
      ...endpoint(
        { as: 'hq', limit: 15 },
        {
          tag: 'Operations',
          summary: 'Show the latest commits and pull requests',
          description:
            'From the code host CODEHOST_REPO names, else from the local checkout. At most a minute old.',
          answer: CodeSummary,
          example: {
            commits: [{ sha: '4f2a9c1', message: 'Send receipts at once', author: 'dana' }],
            pulls: [{ number: 17, title: 'Print invoices', state: 'open' }],
            repo: { name: 'acme/truckroll', stars: 41, openIssues: 3 },
          },
          refusals: { 502: 'The code host failed', 504: 'The code host did not answer in time' },
        },
      ),
    })
