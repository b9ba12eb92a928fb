import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { formOf } from '../../http/fields'
import { plumbing } from '../../http/plumbing'
import { readForm, seeOther } from '../../http/request'
import { canRate, findRating, jobOfLink, rateJob, type GivenRating, type LinkedJob } from '../../modules/jobs'
import { visitWords } from '../../words/visit'
import { Button, ButtonLink } from '../components/button'
import { Alert } from '../components/feedback'
import { TextArea } from '../components/field'
import { brokenLinkPage, endedLinkPage, linkRefusals, noticePage } from '../layout/notice'
import { visitorOf, type Visitor } from '../visitor'
import { officeOf, page, Star, Token, VisitFacts } from './shared'

const maxForm = 16 * 1024
const longestComment = 2_000
const allStars = [1, 2, 3, 4, 5]
/** HQ gets a to-do about visits with this many stars or fewer. */
const lowStars = 3

/** Where customers say how a visit went. Only sending the form stores anything. */
export const ratingPageRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/rate/:token',
      ({ params, query, request }) => show(deps, request, params.token, query.change !== undefined),
      {
        ...endpoint(
          { as: 'public', limit: 120 },
          {
            ...page,
            operationId: 'showRating',
            summary: 'Ask a customer how a visit went',
            refusals: linkRefusals,
          },
        ),
        params: Token,
        query: z.object({ change: z.string().optional() }),
      },
    )
    .post('/rate/:token', ({ params, request }) => rate(deps, request, params.token), {
      ...endpoint(
        { as: 'public', limit: 30, raw: true },
        {
          ...page,
          operationId: 'rateVisit',
          summary: 'Rate a visit',
          description: 'Stores one rating per visit, which can be changed for a week.',
          redirects: true,
          takes: formOf('stars', 'comment'),
          refusals: { ...linkRefusals, 422: 'No stars were chosen; the page says so' },
        },
      ),
      params: Token,
    })

async function show(deps: Deps, request: Request, token: string, changes: boolean): Promise<Response> {
  const linked = await jobOfLink(deps, 'rating link', token)
  const visitor = visitorOf(deps, request, linked?.language)
  if (!linked) return brokenLinkPage(deps, visitor)
  if (linked.hasEnded) return endedLinkPage(deps, visitor)
  const rating = await findRating(deps.store.read, linked.job.id)
  const isOpen = !linked.hasExpired && canRate(linked.job, rating, deps.clock.now())
  if (rating && !(changes && isOpen)) return thanksPage(deps, visitor, linked, { ...rating, isOpen })
  if (isOpen) return askPage(deps, visitor, linked, { given: rating ?? null, isMissing: false })
  const { closedTitle, closed } = visitWords(visitor.language).rating
  return noticePage(deps, visitor, { title: closedTitle, content: <p>{closed}</p> })
}

async function rate(deps: Deps, request: Request, token: string): Promise<Response> {
  const linked = await jobOfLink(deps, 'rating link', token)
  const visitor = visitorOf(deps, request, linked?.language)
  if (!linked) return brokenLinkPage(deps, visitor)
  if (linked.hasEnded) return endedLinkPage(deps, visitor)
  const form = await readForm(request, maxForm)
  const stars = Number(form.get('stars'))
  const comment = (form.get('comment') ?? '').trim().slice(0, longestComment) || null
  if (!allStars.includes(stars)) {
    const given = { stars: 0, comment }
    return askPage(deps, visitor, linked, { given, isMissing: true })
  }
  if (!linked.hasExpired) await rateJob(deps, linked.job.id, { stars, comment })
  return seeOther(`/rate/${token}`)
}

async function askPage(
  deps: Deps,
  visitor: Visitor,
  { job }: LinkedJob,
  { given, isMissing }: { given: GivenRating | null; isMissing: boolean },
): Promise<Response> {
  const { language } = visitor
  const words = visitWords(language)
  const { business, timeZone } = await officeOf(deps, job)
  return noticePage(deps, visitor, {
    title: words.rating.title,
    ...business,
    sheets: ['visit'],
    ...(isMissing ? { status: 422 } : {}),
    content: (
      <>
        <VisitFacts language={language} job={job} timeZone={timeZone} />
        {isMissing && <Alert tone="bad">{words.rating.missing}</Alert>}
        <form method="post">
          <fieldset class="stars">
            <legend>{words.rating.stars}</legend>
            {allStars.map((count) => (
              <label key={count}>
                <input type="radio" name="stars" value={count} checked={given?.stars === count} required />
                <Star />
                <span class="hidden-visually">{words.rating.star(count)}</span>
              </label>
            ))}
          </fieldset>
          <TextArea
            label={words.rating.comment}
            name="comment"
            rows={4}
            maxLength={longestComment}
            optional
            optionalWord={words.optional}
            value={given?.comment ?? ''}
          />
          <Button kind="primary" size="large" type="submit" wide>
            {words.rating.send}
          </Button>
        </form>
      </>
    ),
  })
}

/** Everyone is offered the public review, whatever they thought: asking only happy customers would mislead others. */
async function thanksPage(
  deps: Deps,
  visitor: Visitor,
  { job }: LinkedJob,
  { stars, isOpen }: { stars: number; isOpen: boolean },
): Promise<Response> {
  const words = visitWords(visitor.language).rating
  const { reviewUrl } = deps.settings.publicSite
  const { business } = await officeOf(deps, job)
  return noticePage(deps, visitor, {
    title: words.thanksTitle,
    ...business,
    sheets: ['visit'],
    content: (
      <>
        <p class="stars-given" aria-hidden="true">
          {allStars.map((count) => (
            <span key={count} class={count > stars ? 'star-empty' : undefined}>
              <Star />
            </span>
          ))}
        </p>
        <p>
          {words.thanks(stars)} {stars <= lowStars && words.sorry}
        </p>
        {reviewUrl !== null && <p>{words.review}</p>}
        <div class="actions actions-fill">
          {reviewUrl !== null && (
            <ButtonLink kind="primary" href={reviewUrl} external>
              {words.writeReview}
            </ButtonLink>
          )}
          {isOpen && <ButtonLink href="?change=1">{words.change}</ButtonLink>}
        </div>
      </>
    ),
  })
}
