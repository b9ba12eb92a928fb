import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint, endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { requestKey } from '../messages/request-key'
import { CampaignInput, CampaignPreview, CampaignResult } from './model'
import { previewCampaign } from './preview'
import { sendCampaign } from './send'

/** Seconds a campaign may keep its connection waiting. */
const patience = 60

export const campaignRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/campaigns/send',
      async ({ body, request, caller, server }) => {
        server?.timeout(request, patience)
        return ok(await sendCampaign(deps, body, { caller, key: requestKey(deps, caller, request) }))
      },
      {
        ...endpoint(
          { as: 'hq', limit: 5 },
          {
            tag: 'Campaigns',
            summary: 'Send a message to customers of completed jobs',
            description:
              'Opt-outs are left out. A campaign that takes longer than 25 seconds goes on after the answer. ' +
              'With an Idempotency-Key, a call that was cut off can be repeated: nobody gets the message twice.',
            answer: CampaignResult,
            idempotent: true,
            refusals: { 409: 'The Idempotency-Key was used for a different campaign' },
          },
        ),
        body: CampaignInput,
        idempotent: true,
      },
    )
    .post('/api/admin/campaigns/preview', async ({ body }) => ok(await previewCampaign(deps, body)), {
      ...adminEndpoint({
        summary: 'Count the audience of a campaign and show five samples',
        answer: CampaignPreview,
      }),
      body: CampaignInput,
    })
