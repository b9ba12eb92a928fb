import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { bookJob } from './book'
import { JobBooked, JobInput, jobInputExample } from './model'

export const jobRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).post(
    '/api/jobs/create',
    async ({ body, caller, once, set }) => {
      set.status = 201
      return ok(await bookJob(deps, body, { source: 'public', actor: actorOf(caller) }, once))
    },
    {
      ...endpoint(
        { as: 'public', limit: 10 },
        {
          tag: 'Jobs',
          summary: 'Book a job',
          answer: JobBooked,
          status: 201,
          idempotent: true,
          bodyExample: jobInputExample,
        },
      ),
      body: JobInput,
      idempotent: true,
    },
  )
