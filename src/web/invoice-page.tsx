import type { Config } from '../config'
import { InvoiceSheet, type InvoiceData } from '../modules/invoices'
import { Button, ButtonLink } from './components/button'
import { Alert } from './components/feedback'
import { renderDocument, htmlType, pageHeaders } from './layout/document'
import { Frame } from './layout/frame'
import { noticePage } from './layout/notice'
import { languageHeaders, type Visitor } from './visitor'

interface Shown {
  data: InvoiceData
  /** The address of this page, under which the PDF and the way to pay are found. */
  path: string
  /** How often the page was looked at since somebody came back from the checkout; 0 when nobody did. */
  look: number
  creditNotes: { number: string; path: string }[]
}

/** The word of the processor takes a moment: so often the page looks again by itself. */
const mostLooks = 5
const secondsBetween = 2

/** The invoice as its customer sees it, with the way to pay it. */
export function invoicePage(
  config: Config,
  visitor: Visitor,
  { data, path, look, creditNotes }: Shown,
): Response {
  const isLooking = look > 0 && look <= mostLooks && data.payUrl !== null
  const again = `${path}?from=checkout&look=${look + 1}`
  const html = renderDocument({
    title: `Invoice ${data.number ?? ''} from ${data.seller.name}`,
    sheets: ['invoice'],
    scriptless: true,
    children: (
      <Frame config={config} visitor={visitor} business={data.seller.name} bare width="medium">
        <div class="invoice">
          <nav class="actions invoice-actions" aria-label="What you can do with this invoice">
            <ButtonLink href={`${path}/pdf`} download={`${data.number ?? 'draft'}.pdf`}>
              Download PDF
            </ButtonLink>
            {data.payUrl !== null && !isLooking && (
              <form method="post" action={`${path}/pay`}>
                <Button kind="primary" type="submit">
                  Pay now
                </Button>
              </form>
            )}
          </nav>
          {isLooking && (
            <Alert>
              <span>
                If you have just paid, this page shows it in a moment. <a href={again}>Look again</a>
              </span>
            </Alert>
          )}
          {look > mostLooks && data.payUrl !== null && (
            <Alert>
              <span>
                No payment has arrived yet. If you came back without paying, nothing was charged. If you have
                paid, it can take some minutes. <a href={`${path}?from=checkout`}>Look again</a>
              </span>
            </Alert>
          )}
          <div class="invoice-paper">
            {/* On the page itself the address of the page would say nothing. */}
            <InvoiceSheet data={{ ...data, payUrl: null }} />
          </div>
          {creditNotes.map((note) => (
            <p key={note.path} class="small no-print">
              Credit note <a href={note.path}>{note.number}</a>
            </p>
          ))}
        </div>
      </Frame>
    ),
  })
  // The sheet is styled in place, as mail programs want it. The processor's page is elsewhere, and
  // browsers hold a form to its policy through redirects too.
  const needs = { scriptless: true, styleAttributes: true, forms: ['https:'] }
  return new Response(html, {
    headers: {
      'content-type': htmlType,
      ...languageHeaders(config, visitor),
      ...pageHeaders('private, no-store', needs),
      // There are no scripts here that could look again.
      ...(isLooking ? { refresh: `${secondsBetween};url=${again}` } : {}),
    },
  })
}

export const notPayablePage = (
  config: Config,
  visitor: Visitor,
  reason: string,
  status: 409 | 502,
): Response =>
  noticePage(config, visitor, {
    title: 'This invoice can’t be paid here',
    content: (
      <>
        <p>{reason.endsWith('.') ? reason : `${reason}.`}</p>
        {status === 409 && <p>If this looks wrong, reply to the message the link came in.</p>}
      </>
    ),
    status,
  })
