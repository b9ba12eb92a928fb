import { InvoiceSheet, type InvoiceData } from '../modules/invoices'
import type { SmallPicture } from '../modules/files'
import { invoiceWords, type InvoiceWords } from '../words/invoice'
import { publicWords } from '../words/public'
import { lookOf } from './assets/look'
import { Button, ButtonLink } from './components/button'
import { Alert } from './components/feedback'
import { renderDocument, htmlType, pageHeaders } from './layout/document'
import { Frame, type PageDeps } from './layout/frame'
import { noticePage } from './layout/notice'
import { languageHeaders, type Visitor } from './visitor'

interface Shown {
  data: InvoiceData
  /** The address of this page; the PDF and the checkout are below it. */
  path: string
  /** How often the page was loaded since the customer came back from the checkout; 0 if they didn't. */
  look: number
  /** They left the checkout without paying. */
  left: boolean
  creditNotes: { number: string; path: string }[]
  photos: SmallPicture[]
}

/** The processor's answer takes a moment, so the page checks for it a few times. */
const mostLooks = 5
const secondsBetween = 2

/** The invoice as its customer sees it, with the way to pay it. */
export function invoicePage(
  deps: PageDeps,
  visitor: Visitor,
  { data, path, look, left, creditNotes, photos }: Shown,
): Response {
  const { language } = visitor
  const words = invoiceWords(language)
  const isLooking = look > 0 && look <= mostLooks && data.payUrl !== null
  // Under the address that the page was opened with.
  const logoUrl = data.logoUrl === null ? null : (lookOf(deps).logo?.path ?? null)
  const again = `${path}?from=checkout&look=${look + 1}`
  const html = renderDocument({
    title: words.pageTitle({ number: data.number ?? '', seller: data.seller.name }),
    look: lookOf(deps, data.seller.color),
    language,
    sheets: ['invoice'],
    scriptless: true,
    children: (
      <Frame deps={deps} visitor={visitor} business={data.seller.name} bare legal width="medium">
        <div class="invoice">
          <nav class="actions invoice-actions" aria-label={words.page.actions}>
            <ButtonLink href={`${path}/pdf`} download={`${data.number ?? 'draft'}.pdf`}>
              {words.page.downloadPdf}
            </ButtonLink>
            {data.payUrl !== null && !isLooking && (
              <form method="post" action={`${path}/pay`}>
                <Button kind="primary" type="submit">
                  {words.page.payNow}
                </Button>
              </form>
            )}
          </nav>
          {left && data.payUrl !== null && (
            <Alert tone="warn">{publicWords(language).checkout.notCompleted}</Alert>
          )}
          {isLooking && <PaymentNote text={words.page.checking} link={words.page.checkAgain} href={again} />}
          {look > mostLooks && data.payUrl !== null && (
            <PaymentNote
              text={words.page.notArrived}
              link={words.page.checkAgain}
              href={`${path}?from=checkout`}
            />
          )}
          <div class="invoice-paper">
            {/* On the page itself, the page's own address would say nothing. */}
            <InvoiceSheet data={{ ...data, payUrl: null, logoUrl }} language={language} />
          </div>
          <Photos photos={photos} words={words.page} />
          {creditNotes.map((note) => (
            <p key={note.path} class="small no-print">
              {words.page.creditNote} <a href={note.path}>{note.number}</a>
            </p>
          ))}
        </div>
      </Frame>
    ),
  })
  // The sheet carries its styles inline, as mail programs want it. The processor's page is elsewhere, and
  // browsers hold a form to its policy through redirects too.
  const needs = { scriptless: true, styleAttributes: true, forms: ['https:'] }
  return new Response(html, {
    headers: {
      'content-type': htmlType,
      ...languageHeaders(deps.config, visitor),
      ...pageHeaders('private, no-store', needs),
      // No script runs here that could check again.
      ...(isLooking ? { refresh: `${secondsBetween};url=${again}` } : {}),
    },
  })
}

/** The pictures are in the page itself, because their addresses would need a permission of their own. */
function Photos({ photos, words }: { photos: SmallPicture[]; words: InvoiceWords['page'] }) {
  if (photos.length === 0) return null
  return (
    <section class="stack no-print" aria-label={words.photos}>
      <h2>{words.photos}</h2>
      <div class="invoice-photos">
        {photos.map(({ kind, type, bytes }) => {
          const caption = kind === 'before' ? words.before : words.after
          return (
            <figure>
              <img src={`data:${type};base64,${Buffer.from(bytes).toString('base64')}`} alt={caption} />
              <figcaption class="small soft">{caption}</figcaption>
            </figure>
          )
        })}
      </div>
    </section>
  )
}

function PaymentNote({ text, link, href }: { text: string; link: string; href: string }) {
  return (
    <Alert>
      <span>
        {text} <a href={href}>{link}</a>
      </span>
    </Alert>
  )
}

interface NotPayable {
  /** Null where there is no such invoice anymore. */
  data: Pick<InvoiceData, 'status' | 'kind' | 'paidOn'> | null
  status: 409 | 502
  business?: string
}

export function notPayablePage(
  deps: PageDeps,
  visitor: Visitor,
  { data, status, business }: NotPayable,
): Response {
  const words = invoiceWords(visitor.language).page.notPayable
  return noticePage(deps, visitor, {
    title: words.title,
    business,
    content: (
      <>
        <p>{reasonIn(words, data, status)}</p>
        {status === 409 && <p>{words.looksWrong}</p>}
      </>
    ),
    status,
  })
}

function reasonIn(
  words: InvoiceWords['page']['notPayable'],
  data: NotPayable['data'],
  status: NotPayable['status'],
): string {
  if (data?.status === 'void') return words.void
  if (data?.kind === 'credit_note') return words.creditNote
  if (data !== null && data.paidOn !== null) return words.paid
  return status === 409 ? words.settled : words.notOnline
}
