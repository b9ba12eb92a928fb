import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { VerifyAnswer, VerifyInput } from './model'
import { checkCode, sendCode } from './verify'

export const customerRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).post(
    '/api/customer/verify',
    async ({ body }) => {
      if (body.code !== undefined)
        return ok({ verified: true, proof: await checkCode(deps, body.email, body.code) })
      await sendCode(deps, body.email)
      return ok({ sent: true })
    },
    {
      ...endpoint(
        { as: 'public', limit: 5 },
        {
          tag: 'Customers',
          summary: 'Send a code to an e-mail address, or turn the code into a proof',
          answer: VerifyAnswer,
          idempotent: true,
          refusals: { 502: 'The e-mail provider did not take the message' },
          bodyExample: { email: 'jordan@example.com' },
        },
      ),
      body: VerifyInput,
      idempotent: { unless: 'code' },
    },
  )
