import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { plumbing } from '../../http/plumbing'
import { seeOther } from '../../http/request'
import { referenceOf } from '../../lib/reference'
import {
  bookingPath,
  confirmVisitByLink,
  isAhead,
  technicianName,
  visitConfirmedAt,
} from '../../modules/jobs'
import { Button, ButtonLink } from '../components/button'
import { linkRefusals, noticePage } from '../layout/notice'
import { openVisit, page, Token, VisitFacts } from './shared'

/** The link in a reminder: the customer confirms the time of a visit, or goes on to change it. */
export const visitPageRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/visit/:token', ({ params, request }) => show(deps, request, params.token), {
      ...endpoint(
        { as: 'public', limit: 120 },
        {
          ...page,
          operationId: 'showVisit',
          summary: 'Ask whether the time of a visit still suits',
          description: 'Changes nothing, because mail programs open links too.',
          redirects: true,
          refusals: linkRefusals,
        },
      ),
      params: Token,
    })
    .post('/visit/:token', ({ params, request }) => confirm(deps, request, params.token), {
      ...endpoint(
        { as: 'public', limit: 30, raw: true },
        {
          ...page,
          operationId: 'confirmVisit',
          summary: 'Confirm a visit',
          redirects: true,
          refusals: linkRefusals,
        },
      ),
      params: Token,
    })

async function show(deps: Deps, request: Request, token: string): Promise<Response> {
  const opened = await openVisit(deps, request, 'visit link', token)
  if (opened instanceof Response) return opened
  const { job, visitor, words, business, timeZone } = opened
  const isOpen = isAhead(job, deps.clock.now())
  const isConfirmed = isOpen && (await visitConfirmedAt(deps.store.read, job)) !== null
  const technician = isOpen ? await technicianName(deps.store.read, deps, job) : null
  const { confirm: text } = words
  return noticePage(deps, visitor, {
    title: isConfirmed ? text.doneTitle : isOpen ? text.title : text.overTitle,
    ...business,
    content: (
      <>
        {isOpen ? (
          <VisitFacts language={visitor.language} job={job} timeZone={timeZone} technician={technician} />
        ) : (
          <p>{text.over}</p>
        )}
        {isConfirmed && <p>{text.done}</p>}
        {isOpen && !isConfirmed && (
          <form method="post">
            <Button kind="primary" size="large" type="submit" wide>
              {text.button}
            </Button>
          </form>
        )}
        <div class="actions actions-fill">
          {isOpen && <ButtonLink href={`/my?change=${referenceOf(job)}`}>{text.change}</ButtonLink>}
          <ButtonLink href={await bookingPath(deps, job)}>{words.booking}</ButtonLink>
        </div>
      </>
    ),
  })
}

/** Confirming twice leads to the same page. */
async function confirm(deps: Deps, request: Request, token: string): Promise<Response> {
  const opened = await openVisit(deps, request, 'visit link', token)
  if (opened instanceof Response) return opened
  await confirmVisitByLink(deps, opened.job.id)
  return seeOther(`/visit/${token}`)
}
