import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { describeEmail, notify, sendTestEmail } from './dev'
import { EmailSetup, EmailTest, EmailTested, Notification, Notified } from './dev-model'
import { requestKey } from './request-key'

export const messageDevRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/dev/email-test',
      () => ok(describeEmail(deps)),
      endpoint(
        { as: 'public', limit: 120 },
        { tag: 'Operations', summary: 'Say which provider sends e-mail', answer: EmailSetup },
      ),
    )
    .post(
      '/api/dev/email-test',
      async ({ body, request, caller }) =>
        ok(await sendTestEmail(deps, body, requestKey(deps, caller, request))),
      {
        ...endpoint(
          { as: 'hq', limit: 3 },
          { tag: 'Operations', summary: 'Send a test e-mail', answer: EmailTested, idempotent: true },
        ),
        body: EmailTest,
        idempotent: true,
      },
    )
    .post(
      '/api/dev/notify',
      async ({ body, request, caller }) => ok(await notify(deps, body, requestKey(deps, caller, request))),
      {
        ...endpoint(
          { as: 'hq', limit: 5 },
          {
            tag: 'Operations',
            summary: 'Notify somebody by e-mail or SMS',
            answer: Notified,
            idempotent: true,
          },
        ),
        body: Notification,
        idempotent: true,
      },
    )
