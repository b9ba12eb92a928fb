import type { ComponentChildren } from 'preact'
import { otherLanguage } from '../../words/language'
import { publicWords, type PublicWords } from '../../words/public'
import type { Script, Sheet } from '../assets/entries'
import { lookOf } from '../assets/look'
import { ButtonLink } from '../components/button'
import { languageHeaders, visitorOf, type Visitor } from '../visitor'
import { renderDocument, htmlType, pageHeaders } from './document'
import { Frame, type PageDeps } from './frame'

interface Notice {
  title: string
  content: ComponentChildren
  status?: number
  refreshSeconds?: number
  /** The one small script of the page. */
  script?: Script
  /** The franchise that the page is about; otherwise the company. */
  business?: string
  /** Other origins that its form may redirect to. */
  forms?: string[]
  sheets?: Sheet[]
}

/**
 * A small page of text, and at most a form that posts back to us. No script runs on it unless it names one, so it
 * can be trusted with a card number.
 */
export function noticePage(deps: PageDeps, visitor: Visitor, notice: Notice): Response {
  const { title, content, status = 200, refreshSeconds, script, business, forms = [], sheets } = notice
  const html = renderDocument({
    title,
    look: lookOf(deps),
    language: visitor.language,
    scriptless: script === undefined,
    script,
    sheets,
    refreshSeconds,
    children: (
      <Frame deps={deps} visitor={visitor} business={business} bare legal width="narrow">
        <section class="card notice">
          <h1 data-live={script && 'title'}>{title}</h1>
          {content}
        </section>
      </Frame>
    ),
  })
  const headers = {
    'content-type': htmlType,
    ...languageHeaders(deps.config, visitor),
    ...pageHeaders('no-store', { scriptless: script === undefined, forms }),
  }
  return new Response(html, { status, headers })
}

/** Shown for a link that was cut off, or that we never made. */
export function brokenLinkPage(deps: PageDeps, visitor: Visitor): Response {
  const { link, problems } = publicWords(visitor.language)
  return noticePage(deps, visitor, {
    title: link.title,
    status: 404,
    content: (
      <>
        <p>{link.text}</p>
        <div class="actions actions-fill">
          <ButtonLink href="/my">{problems.seeBookings}</ButtonLink>
        </div>
      </>
    ),
  })
}

/** The answers of a page behind a link in a message, besides the page itself. */
export const linkRefusals = { 404: 'The link is not one of ours', 410: 'The link has ended' }

/** Shown for a link of ours whose time is over, or that the office ended. */
export function endedLinkPage(deps: PageDeps, visitor: Visitor): Response {
  const { link } = publicWords(visitor.language)
  return noticePage(deps, visitor, {
    title: link.endedTitle,
    status: 410,
    content: (
      <>
        <p>{link.ended}</p>
        <div class="actions actions-fill">
          <ButtonLink kind="primary" href="/my">
            {link.signIn}
          </ButtonLink>
        </div>
      </>
    ),
  })
}

/** Only the office has pages that ask who you are; customers have links and codes. */
const isOffice = (status: number): boolean => status === 401 || status === 403

function problemOf({ problems }: PublicWords, status: number): { title: string; text: string } {
  if (status === 404) return problems.missing
  if (status === 429) return problems.tooMany
  if (isOffice(status)) return problems.office
  return status >= 500 ? problems.failed : problems.refused
}

/** An address that answers a form has no page of its own to switch to. */
function visitorAt(deps: PageDeps, request: Request): Visitor {
  const visitor = visitorOf(deps, request)
  return request.method === 'GET'
    ? visitor
    : { ...visitor, switchPath: `/book?lang=${otherLanguage(visitor.language)}` }
}

const refreshSeconds = 15

/** Shown while the database can't be reached. A form isn't sent again unasked. */
function awayPage(deps: PageDeps, visitor: Visitor, { method }: Request): Response {
  const { away } = publicWords(visitor.language).problems
  const isForm = method !== 'GET' && method !== 'HEAD'
  return noticePage(deps, visitor, {
    title: away.title,
    status: 503,
    content: <p>{isForm ? away.form : away.text}</p>,
    ...(isForm ? {} : { refreshSeconds }),
  })
}

/** The same address may answer in a moment. A form has to be sent again from its own page. */
const isWorthRepeating = (status: number, { method }: Request): boolean =>
  method === 'GET' && (status === 429 || status >= 500)

/** A failure for someone who reads it in a browser. The API's own messages are in English only. */
export const errorPage =
  (deps: PageDeps) =>
  (status: number, message: string, request: Request): Response => {
    const visitor = visitorAt(deps, request)
    if (status === 503) return awayPage(deps, visitor, request)
    const words = publicWords(visitor.language)
    const problem = problemOf(words, status)
    const repeats = isWorthRepeating(status, request)
    // Two buttons fit in a row, and the main one is likelier to be wanted than a new booking.
    const hasMain = repeats || isOffice(status)
    const saysMore = visitor.language === 'en' && status !== 404 && status !== 429
    return noticePage(deps, visitor, {
      title: problem.title,
      status,
      content: (
        <>
          <p>{saysMore ? message : problem.text}</p>
          <div class="actions actions-fill">
            {isOffice(status) && (
              <ButtonLink kind="primary" href="/admin">
                {words.problems.signIn}
              </ButtonLink>
            )}
            {repeats && (
              <ButtonLink kind="primary" href="">
                {words.problems.tryAgain}
              </ButtonLink>
            )}
            {!hasMain && <ButtonLink href="/book">{words.problems.bookVisit}</ButtonLink>}
            <ButtonLink href="/my">{words.problems.seeBookings}</ButtonLink>
          </div>
        </>
      ),
    })
  }
