import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { plumbing } from '../../http/plumbing'
import { seeOther } from '../../http/request'
import { shownPhone } from '../../lib/contact'
import { findFranchise } from '../../modules/franchises'
import { bookingPath, type JobRow } from '../../modules/jobs'
import { confirmBooked } from '../../modules/scheduling'
import { bookWords } from '../../words/book'
import { Button, ButtonLink } from '../components/button'
import { linkRefusals, noticePage } from '../layout/notice'
import { visitorOf, type Visitor } from '../visitor'
import { openConfirmation } from './opened'
import { WhenText } from './when-text'
import { slotWords } from './words'

const Token = z.object({ token: z.string().max(200) })
const page = { tag: 'Public', answer: z.string(), bare: true, mediaType: 'text/html' } as const

/** The link in the email about a booking that is neither paid nor confirmed. */
export const bookingConfirmationRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/book/confirm/:token',
      async ({ params, request }) => ask(deps, visitorOf(deps, request), params.token),
      {
        ...endpoint(
          { as: 'public', limit: 120 },
          {
            ...page,
            operationId: 'showConfirmation',
            summary: 'Ask whether to confirm a booking',
            description: 'Changes nothing, because mail programs open links too.',
            redirects: true,
            refusals: linkRefusals,
          },
        ),
        params: Token,
      },
    )
    .post(
      '/book/confirm/:token',
      async ({ params, request }) => confirm(deps, visitorOf(deps, request), params.token),
      {
        ...endpoint(
          { as: 'public', limit: 30, raw: true },
          {
            ...page,
            operationId: 'confirmBooking',
            summary: 'Confirm a booking',
            description: 'Redirects to the page of the booking.',
            redirects: true,
            refusals: {
              ...linkRefusals,
              409: 'Someone else has the arrival window by now; the page says so',
            },
          },
        ),
        params: Token,
      },
    )

/** There is nothing to ask about a booking that is confirmed, under way or over. */
const isOpen = ({ status, confirmedAt }: JobRow): boolean =>
  confirmedAt === null && (status === 'pending' || status === 'scheduled')

async function ask(deps: Deps, visitor: Visitor, token: string): Promise<Response> {
  const job = await openConfirmation(deps, visitor, token)
  if (job instanceof Response) return job
  if (!isOpen(job)) return seeOther(await bookingPath(deps, job))
  const words = bookWords(visitor.language).confirmation
  const { preferredDate, preferredTime, type } = job
  const when = preferredDate && slotWords(visitor.language, preferredDate.slice(0, 10), preferredTime)
  return noticePage(deps, visitor, {
    title: words.title,
    ...(await businessOf(deps, job)),
    content: (
      <form method="post" class="stack">
        <p>
          <strong>{type}</strong>
          {when && <br />}
          {when && <WhenText when={when} />}
        </p>
        <Button kind="primary" size="large" type="submit">
          {words.button}
        </Button>
      </form>
    ),
  })
}

async function confirm(deps: Deps, visitor: Visitor, token: string): Promise<Response> {
  const job = await openConfirmation(deps, visitor, token)
  if (job instanceof Response) return job
  if (!isOpen(job) || (await confirmBooked(deps, job))) return seeOther(await bookingPath(deps, job))
  const words = bookWords(visitor.language).confirmation
  const { business, phone } = await officeOf(deps, job)
  return noticePage(deps, visitor, {
    title: words.takenTitle,
    status: 409,
    ...(business === null ? {} : { business }),
    content: (
      <>
        <p>{words.taken(phone === null ? null : shownPhone(phone))}</p>
        <ButtonLink kind="primary" href="/my">
          {words.choose}
        </ButtonLink>
      </>
    ),
  })
}

async function officeOf({ store, settings }: Deps, { franchiseId }: JobRow) {
  const franchise = franchiseId === null ? undefined : await findFranchise(store.read, franchiseId)
  return { business: franchise?.name ?? null, phone: franchise?.phone ?? settings.business.phone }
}

async function businessOf(deps: Deps, job: JobRow): Promise<{ business?: string }> {
  const { business } = await officeOf(deps, job)
  return business === null ? {} : { business }
}
