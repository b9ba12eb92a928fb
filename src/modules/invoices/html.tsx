import type { ComponentChildren } from 'preact'
import { render } from 'preact-render-to-string'
import { formatPhone } from '../../words/formats'
import type { Language } from '../../words/language'
import type { InvoiceData } from './model'
import { wordingOf, type Wording } from './wording'

const font =
  "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic','PingFang SC','Microsoft YaHei','Noto Sans CJK SC','Noto Sans SC',Helvetica,Arial,sans-serif;"
const body = `${font}font-size:14px;line-height:1.45;color:#1c2420;`
const quiet = `${font}font-size:12px;line-height:1.45;color:#5c6660;`
const right = 'text-align:right;vertical-align:top;'
/** A small label and its larger value stand on one line. */
const level = 'vertical-align:baseline;'
/** This share of the width, or all of it where less than 560 pixels are left. */
const beside = (share: string) =>
  `display:inline-block;vertical-align:top;min-width:${share};max-width:100%;width:calc((560px - 100%) * 560);`
const cell = 'padding:7px 0;border-bottom:1px solid #d5dad7;vertical-align:top;'

/** For printing only. Mail programs drop it, and the document works without it. */
const printing =
  '@page{margin:14mm}@media print{body{background:#fff!important}.sheet{padding:0!important;max-width:none!important}.no-print{display:none!important}tr{break-inside:avoid}}'

/** The whole document. It uses tables and inline styles, because mail programs support little else. */
export function renderInvoiceHtml(data: InvoiceData, language: Language): string {
  const { title } = wordingOf(data, language)
  const html = render(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{`${title} ${data.number ?? ''}`.trim()}</title>
        <style dangerouslySetInnerHTML={{ __html: printing }} />
      </head>
      <body style="margin:0;padding:0;background:#ffffff;">
        <InvoiceSheet data={data} language={language} />
      </body>
    </html>,
  )
  return `<!doctype html>${html}`
}

/** The document alone, for pages that show it among other things. */
export function InvoiceSheet({ data, language }: { data: InvoiceData; language: Language }) {
  const wording = wordingOf(data, language)
  const { color } = data.seller
  return (
    <div
      class="sheet"
      style={`${body}box-sizing:content-box;max-width:680px;margin:0 auto;padding:28px 24px;`}
    >
      <Head data={data} wording={wording} />
      {data.notice !== null && <div style={`${body}font-weight:600;margin-top:10px;`}>{data.notice}</div>}
      {/* Side by side if there is room, stacked on a phone, without style rules that mail programs drop. */}
      <div style={`border-top:2px solid ${color};margin-top:10px;padding-top:12px;font-size:0;`}>
        <div style={beside('55%')}>
          <div style={`${body}padding:0 16px 10px 0;`}>
            <BillTo data={data} wording={wording} />
          </div>
        </div>
        <div style={beside('45%')}>
          <Facts wording={wording} />
        </div>
      </div>
      <Lines wording={wording} />
      <Sums wording={wording} />
      <Closing data={data} wording={wording} />
    </div>
  )
}

function Table({ style = '', children }: { style?: string; children: ComponentChildren }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellSpacing="0"
      cellPadding="0"
      style={`border-collapse:collapse;${style}`}
    >
      {children}
    </table>
  )
}

function Head({ data, wording: { title, stamp } }: { data: InvoiceData; wording: Wording }) {
  const { seller, logoUrl } = data
  return (
    <Table>
      <tr>
        <td style="vertical-align:top;">
          {logoUrl !== null && (
            <img
              src={logoUrl}
              alt=""
              style="display:block;max-width:200px;max-height:56px;margin-bottom:8px;border:0;"
            />
          )}
          <div
            dir="auto"
            style={`${font}font-size:22px;font-weight:600;color:${seller.color};text-align:left;`}
          >
            {seller.name}
          </div>
          {[seller.address, seller.phone && formatPhone(seller.phone), seller.email].map(
            (way) => way !== null && <div style={quiet}>{way}</div>,
          )}
        </td>
        <td style={right}>
          <div style={`${font}font-size:26px;font-weight:600;`}>{title}</div>
          {stamp !== null && (
            <div style={`${font}font-size:18px;font-weight:700;color:${seller.color};`}>{stamp}</div>
          )}
        </td>
      </tr>
    </Table>
  )
}

function BillTo({ data: { customer }, wording }: { data: InvoiceData; wording: Wording }) {
  const details = [customer.address, customer.email, customer.phone && formatPhone(customer.phone)]
  return (
    <>
      <div style={quiet}>{wording.billTo}</div>
      <div style={`${font}font-size:15px;font-weight:600;overflow-wrap:anywhere;`}>
        <bdi>{customer.name}</bdi>
      </div>
      {details.map(
        (detail) =>
          detail !== null &&
          detail !== '' && (
            <div style="overflow-wrap:anywhere;">
              <bdi>{detail}</bdi>
            </div>
          ),
      )}
    </>
  )
}

function Facts({ wording: { facts } }: { wording: Wording }) {
  return (
    <Table>
      {facts.map(([label, value]) => (
        <tr>
          <td style={`${quiet}padding:1px 12px 1px 0;${level}white-space:nowrap;`}>{label}</td>
          <td style={`${body}padding:1px 0;${right}${level}`}>{value}</td>
        </tr>
      ))}
    </Table>
  )
}

function Lines({ wording: { head, rows } }: { wording: Wording }) {
  return (
    <Table style="margin-top:18px;">
      <thead>
        <tr>
          <th scope="col" style={`${quiet}${cell}text-align:left;font-weight:400;`}>
            {head.description}
          </th>
          <th scope="col" style={`${quiet}${cell}${right}font-weight:400;width:110px;`}>
            {head.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, amount, isAddOn, isIncluded }) => (
          <tr>
            <td
              style={`${body}${cell}${isAddOn ? 'padding-left:16px;' : ''}padding-right:16px;overflow-wrap:anywhere;`}
            >
              <bdi>{label}</bdi>
            </td>
            <td style={`${body}${cell}${right}${isIncluded ? 'color:#5c6660;' : ''}`}>{amount}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Sums({ wording: { sums } }: { wording: Wording }) {
  return (
    <Table style="margin-top:6px;">
      {sums.map(({ label, amount, strong }) => (
        <tr>
          <td></td>
          <td
            style={`${strong ? `${body}font-weight:600;` : quiet}padding:2px 12px 2px 0;${level}box-sizing:border-box;width:196px;`}
          >
            {label}
          </td>
          <td style={`${body}${strong ? 'font-weight:600;' : ''}padding:2px 0;${right}${level}width:110px;`}>
            {amount}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Closing({ data, wording: { payOnline, closing } }: { data: InvoiceData; wording: Wording }) {
  return (
    <div style={`${quiet}margin-top:20px;`}>
      {data.payUrl !== null && (
        <div style="overflow-wrap:anywhere;">
          {payOnline}{' '}
          <a href={data.payUrl} style={`color:${data.seller.color};`}>
            {data.payUrl}
          </a>
        </div>
      )}
      {closing}
    </div>
  )
}
