import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint, endpoint } from '../../http/endpoint'
import { clientOf, plumbing, type Arriving } from '../../http/plumbing'
import {
  CodeInput,
  CodeRequest,
  CodeRequested,
  RenewalInput,
  SavedViews,
  SavedViewsInput,
  Session,
  SessionsEnded,
  SetupInput,
  SignedIn,
  SignInInput,
  SsoInput,
  SsoStarted,
} from './model'
import { readSession, renewToken, signOut, type Visitor } from './sessions'
import { askForCode, enterWithCode, enterWithLink, setUp } from './sign-in'
import { finishSso, startSso } from './sso'
import { readViews, storeViews } from './views'

const rule = { as: 'public', limit: 10 } as const
const usedLink = { 401: 'The code was already used, has expired or is unknown' }

const provider = {
  404: "Single sign-on isn't set up",
  502: "The identity provider isn't working",
  504: 'The identity provider took too long to respond',
}

const visitorOf = (deps: Deps, arriving: Pick<Arriving, 'request' | 'info'>): Visitor => ({
  client: clientOf(deps, arriving),
  userAgent: arriving.request.headers.get('user-agent'),
})

/** No Idempotency-Key here: storing the answer would store the token. */
export const signInRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post('/api/sign-in', (context) => enterWithLink(deps, context.body.code, visitorOf(deps, context)), {
      ...endpoint(rule, {
        tag: 'Public',
        operationId: 'signIn',
        summary: 'Exchange the code from a sign-in link for a token, once',
        answer: SignedIn,
        bodyExample: { code: 'hU3wZ1kq9yQ0oT5m2nVb7xRcL8sDfJ4e' },
        refusals: usedLink,
      }),
      body: SignInInput,
    })
    .post(
      '/api/sign-in/code',
      async (context) => {
        await askForCode(deps, context.body.email, clientOf(deps, context))
        return { requested: true as const }
      },
      {
        ...endpoint(
          { as: 'public', limit: 5 },
          {
            tag: 'Public',
            operationId: 'requestSignInCode',
            summary: 'Email a sign-in code to someone on the staff',
            description:
              'The answer is the same whether or not the address belongs to someone on the staff. It is 429 when the address has received its maximum number of codes for the day.',
            answer: CodeRequested,
            bodyExample: { email: 'dana@example.com' },
          },
        ),
        body: CodeRequest,
      },
    )
    .post('/api/sign-in/verify', (context) => enterWithCode(deps, context.body, visitorOf(deps, context)), {
      ...endpoint(rule, {
        tag: 'Public',
        operationId: 'signInWithCode',
        summary: 'Exchange an emailed code for a token, once',
        answer: SignedIn,
        bodyExample: { email: 'dana@example.com', code: '482913' },
      }),
      body: CodeInput,
    })
    .post('/api/sign-in/setup', (context) => setUp(deps, context.body, visitorOf(deps, context)), {
      ...endpoint(rule, {
        tag: 'Public',
        operationId: 'setUpOwner',
        summary: 'Become the first owner with the link from the first start',
        answer: SignedIn,
        bodyExample: {
          code: 'hU3wZ1kq9yQ0oT5m2nVb7xRcL8sDfJ4e',
          name: 'Dana Reyes',
          email: 'dana@example.com',
        },
        refusals: { ...usedLink, 409: 'There is an owner already' },
      }),
      body: SetupInput,
    })
    .post('/api/sign-in/sso', () => startSso(deps), {
      ...endpoint(rule, {
        tag: 'Public',
        operationId: 'startSso',
        summary: 'Start signing in with the identity provider',
        description:
          'Send the browser to `url`. The identity provider returns it to `/admin/sso`. The key works once, for 10 minutes.',
        answer: SsoStarted,
        refusals: provider,
      }),
    })
    .post('/api/sign-in/sso/finish', (context) => finishSso(deps, context.body, visitorOf(deps, context)), {
      ...endpoint(rule, {
        tag: 'Public',
        operationId: 'finishSso',
        summary: 'Exchange the code of the identity provider for a token, once',
        answer: SignedIn,
        bodyExample: {
          key: 'hU3wZ1kq9yQ0oT5m2nVb7xRcL8sDfJ4e',
          code: 'SplxlOBeZQQYbYS6WxSbIA',
          state: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        },
        refusals: {
          ...provider,
          401: "The sign-in has expired or was already used, or the identity provider's answer isn't valid",
          403: "The person isn't on the staff, or their email address isn't verified",
        },
      }),
      body: SsoInput,
    })
    .post('/api/sign-in/renew', ({ body }) => renewToken(deps, body.renewal), {
      // Everyone in an office shares one IP address.
      ...endpoint(
        { as: 'public', limit: 120 },
        {
          tag: 'Public',
          operationId: 'renewToken',
          summary: 'Get the next token of a session',
          answer: SignedIn,
          bodyExample: { renewal: 'pR7cYw0kq9yQ0oT5m2nVb7xRcL8sDfJ4ehU3wZ1k' },
          refusals: { 401: 'The session has ended' },
        },
      ),
      body: RenewalInput,
    })

/** The caller's own sign-in and saved views. */
export const sessionRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/session', ({ caller }) => readSession(deps, caller), {
      ...adminEndpoint({
        needs: 'session',
        scope: 'shared',
        operationId: 'getSession',
        summary: 'See who you are and what you may do',
        answer: Session,
      }),
    })
    .delete('/api/admin/session', ({ caller }) => signOut(deps, caller, false), {
      ...adminEndpoint({
        needs: 'session',
        scope: 'shared',
        operationId: 'endSession',
        summary: 'Sign out this browser',
        answer: SessionsEnded,
      }),
    })
    .delete('/api/admin/session/everywhere', ({ caller }) => signOut(deps, caller, true), {
      ...adminEndpoint({
        needs: 'session',
        scope: 'shared',
        operationId: 'endSessions',
        summary: 'Sign out every browser you are signed in with',
        answer: SessionsEnded,
      }),
    })
    .get('/api/admin/views', ({ caller }) => readViews(deps, caller), {
      ...adminEndpoint({
        needs: 'session',
        scope: 'shared',
        operationId: 'listSavedViews',
        summary: 'List your saved views of jobs, customers, invoices and messages',
        answer: SavedViews,
      }),
    })
    .put('/api/admin/views', ({ body, caller }) => storeViews(deps, caller, body), {
      ...adminEndpoint({
        needs: 'session',
        scope: 'shared',
        operationId: 'storeSavedViews',
        summary: 'Replace your saved views',
        answer: SavedViews,
        bodyExample: {
          views: [{ list: 'jobs', name: 'To schedule', query: 'status=pending&sort=customer' }],
        },
        refusals: { 409: 'Tokens and API keys have no saved views' },
      }),
      body: SavedViewsInput,
    })
