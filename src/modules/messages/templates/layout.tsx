import type { ComponentChildren } from 'preact'
import { render } from 'preact-render-to-string'
import type { Block, Brand, Draft, Run } from './template'

const page = 'margin:0;padding:0;background:#f3f4f2;'
const card = 'width:100%;max-width:560px;'
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
const body = `${font}font-size:16px;line-height:1.5;color:#1c2420;`
const quiet = `${font}font-size:13px;line-height:1.5;color:#5c6660;`

/** A surface in the franchise's colour, with letters that can be read on it. */
function solid(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const light = (red * 299 + green * 587 + blue * 114) / 1000 > 150
  return `background:${colour};color:${light ? '#1c2420' : '#ffffff'};`
}

/** The one look of every e-mail. Tables and inline styles, because mail programs know little else. */
export function renderHtml(draft: Draft, brand: Brand, unsubscribeUrl: string | null): string {
  return `<!doctype html>${render(<Letter draft={draft} brand={brand} unsubscribeUrl={unsubscribeUrl} />)}`
}

function Letter(props: { draft: Draft; brand: Brand; unsubscribeUrl: string | null }) {
  const { draft, brand, unsubscribeUrl } = props
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        {/* Phones turn numbers and addresses into links by themselves. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{draft.subject}</title>
      </head>
      <body style={page}>
        {draft.preview && <div style="display:none;max-height:0;overflow:hidden;">{draft.preview}</div>}
        <Table style="background:#f3f4f2;">
          <td align="center" style="padding:24px 12px;">
            <Table style={card}>
              <td style={`${font}${solid(brand.colour)}font-size:18px;font-weight:600;padding:16px 28px;`}>
                {brand.name}
              </td>
            </Table>
            <Table style={`${card}background:#ffffff;`}>
              <td style={`${body}padding:28px 28px 12px;`}>
                {brand.notice !== null && <p style="margin:0 0 16px;font-weight:600;">{brand.notice}</p>}
                {draft.blocks.map((block) => (
                  <Shown block={block} colour={brand.colour} />
                ))}
                {brand.reference !== null && (
                  <p style={`${quiet}margin:0 0 16px;`}>Reference: {brand.reference}</p>
                )}
              </td>
            </Table>
            <Table style={card}>
              <td style={`${quiet}padding:16px 28px;`}>
                <Footer brand={brand} unsubscribeUrl={unsubscribeUrl} />
              </td>
            </Table>
          </td>
        </Table>
      </body>
    </html>
  )
}

function Table({ style, children }: { style: string; children: ComponentChildren }) {
  return (
    <table role="presentation" width="100%" cellSpacing="0" cellPadding="0" style={style}>
      <tr>{children}</tr>
    </table>
  )
}

function Shown({ block, colour }: { block: Block; colour: string }) {
  switch (block.kind) {
    case 'text':
      return <p style="margin:0 0 16px;">{block.runs.map((run) => shownRun(run, colour))}</p>
    case 'facts':
      return (
        <table role="presentation" width="100%" cellSpacing="0" cellPadding="0" style="margin:0 0 16px;">
          {block.rows.map(([label, value]) => (
            <tr>
              <td style={`${quiet}padding:6px 16px 6px 0;vertical-align:top;`}>{label}</td>
              <td style={`${body}padding:4px 0;vertical-align:top;`}>{value}</td>
            </tr>
          ))}
        </table>
      )
    case 'button':
      return (
        <p style="margin:8px 0 20px;">
          <a
            href={block.url}
            style={`${solid(colour)}display:inline-block;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:6px;`}
          >
            {block.label}
          </a>
        </p>
      )
    case 'code':
      return (
        <p style="margin:0 0 16px;font-size:32px;font-weight:700;letter-spacing:6px;font-family:Menlo,Consolas,monospace;">
          {block.code}
        </p>
      )
  }
}

function shownRun(run: Run, colour: string): ComponentChildren {
  if (typeof run !== 'string')
    return (
      <a href={run.url} style={`color:${colour};`}>
        {run.url}
      </a>
    )
  return run.split(/\r?\n/).map((line, at) => (at === 0 ? line : [<br />, line]))
}

function Footer({ brand, unsubscribeUrl }: { brand: Brand; unsubscribeUrl: string | null }) {
  const ways = [brand.phone, brand.email].filter((way) => way !== null)
  return (
    <>
      {brand.name}
      {ways.length > 0 && ` · ${ways.join(' · ')}`}
      {unsubscribeUrl !== null && (
        <>
          <br />
          You get this because you were a customer of ours.{' '}
          <a href={unsubscribeUrl} style="color:#5c6660;">
            Unsubscribe
          </a>
        </>
      )}
    </>
  )
}

/** The same letter for those who read text. */
export function renderText(draft: Draft, brand: Brand, unsubscribeUrl: string | null): string {
  const ways = [brand.name, brand.phone, brand.email].filter((way) => way !== null)
  const footer = [`-- \n${ways.join(' · ')}`]
  if (unsubscribeUrl !== null) footer.push(`Unsubscribe: ${unsubscribeUrl}`)
  const reference = brand.reference === null ? '' : `Reference: ${brand.reference}`
  return `${[brand.notice ?? '', ...draft.blocks.map(textOfBlock), reference, footer.join('\n')].filter((part) => part !== '').join('\n\n')}\n`
}

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.runs.map(textOfRun).join('')
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'button':
      return `${block.label}: ${block.url}`
    case 'code':
      return block.code
  }
}

const textOfRun = (run: Run): string => (typeof run === 'string' ? run : run.url)
