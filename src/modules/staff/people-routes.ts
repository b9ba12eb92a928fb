import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import {
  InvitedStaff,
  SessionsEnded,
  StaffChange,
  StaffInput,
  StaffMember,
  StaffQuery,
  StaffSession,
} from './model'
import {
  changeStaff,
  inviteAgain,
  inviteStaff,
  listStaff,
  readStaff,
  setActive,
  signOutStaff,
} from './people'
import { listSessions } from './sessions'

const unknown = { 404: 'Person not found' }
const lastOwner = 'This is the last active owner'

export const staffRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/staff', ({ query }) => answerList(query, 'staff', listStaff(deps)), {
      ...adminEndpoint({
        needs: 'staff',
        operationId: 'listStaff',
        summary: 'List the people who can sign in, newest first',
        answer: pageOf(StaffMember),
      }),
      query: StaffQuery,
    })
    .post('/api/admin/staff', ({ body, caller }) => inviteStaff(deps, body, caller), {
      // No Idempotency-Key here: storing the answer would store the link.
      ...adminEndpoint({
        needs: 'staff',
        operationId: 'inviteStaff',
        summary: 'Invite someone by email',
        description: 'Only this answer contains the link. An API key cannot invite people.',
        answer: InvitedStaff,
        status: 201,
        bodyExample: { email: 'sam@example.com', name: 'Sam Okafor', role: 'dispatcher' },
        refusals: { 404: 'Franchise not found', 409: 'Someone already has this email address' },
      }),
      body: StaffInput,
    })
    .get('/api/admin/staff/:id', ({ params }) => readStaff(deps, params.id), {
      ...adminEndpoint({
        needs: 'staff',
        operationId: 'getStaffMember',
        summary: 'Get a person',
        answer: StaffMember,
        refusals: unknown,
      }),
      params: IdParam,
    })
    .patch('/api/admin/staff/:id', ({ params, body, caller }) => changeStaff(deps, params.id, body, caller), {
      ...adminEndpoint({
        needs: 'staff',
        operationId: 'changeStaffMember',
        summary: "Change a person's name, role or franchise",
        answer: StaffMember,
        bodyExample: { role: 'bookkeeper' },
        refusals: { 404: 'Person or franchise not found', 409: lastOwner },
      }),
      params: IdParam,
      body: StaffChange,
    })
    .post('/api/admin/staff/:id/invite', ({ params, caller }) => inviteAgain(deps, params.id, caller), {
      ...adminEndpoint({
        needs: 'staff',
        operationId: 'inviteStaffAgain',
        summary: 'Send a new invitation; earlier links stop working',
        answer: InvitedStaff,
        refusals: { ...unknown, 409: 'This person is deactivated' },
      }),
      params: IdParam,
    })
    .post(
      '/api/admin/staff/:id/deactivate',
      ({ params, caller }) => setActive(deps, params.id, false, caller),
      {
        ...adminEndpoint({
          needs: 'staff',
          operationId: 'deactivateStaffMember',
          summary: 'Sign a person out everywhere and keep them out',
          answer: StaffMember,
          refusals: { ...unknown, 409: lastOwner },
        }),
        params: IdParam,
      },
    )
    .post(
      '/api/admin/staff/:id/reactivate',
      ({ params, caller }) => setActive(deps, params.id, true, caller),
      {
        ...adminEndpoint({
          needs: 'staff',
          operationId: 'reactivateStaffMember',
          summary: 'Let a deactivated person sign in again',
          answer: StaffMember,
          refusals: unknown,
        }),
        params: IdParam,
      },
    )
    .get(
      '/api/admin/staff/:id/sessions',
      async ({ params, query }) => {
        await readStaff(deps, params.id)
        return answerList(query, 'sessions', listSessions(deps, params.id))
      },
      {
        ...adminEndpoint({
          needs: 'staff',
          operationId: 'listStaffSessions',
          summary: 'List where a person signed in, newest first',
          answer: pageOf(StaffSession),
          refusals: unknown,
        }),
        params: IdParam,
        query: StaffQuery,
      },
    )
    .delete('/api/admin/staff/:id/sessions', ({ params, caller }) => signOutStaff(deps, params.id, caller), {
      ...adminEndpoint({
        needs: 'staff',
        operationId: 'signOutStaffMember',
        summary: 'Sign a person out everywhere',
        answer: SessionsEnded,
        refusals: unknown,
      }),
      params: IdParam,
    })
