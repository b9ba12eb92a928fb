import type { ComponentChildren } from 'preact'
import { render } from 'preact-render-to-string'
import { formatPhone } from '../../../words/formats'
import { body, font, gap, quiet, Shown, type Colors } from './blocks'
import { inkOn, ourColor, ourDarkColor, readableOn } from '../../../lib/color'
import { emailIn, type Brand, type Draft } from './template'

const [pageColor, cardColor, darkPage, darkCard] = ['#f3f4f2', '#ffffff', '#121614', '#1d2320']
const width = 'width:100%;max-width:560px;'

function colorsOf({ color }: Brand): Colors {
  const darkBrand = color.toLowerCase() === ourColor ? ourDarkColor : readableOn(color, darkCard)
  return {
    brand: readableOn(color, cardColor),
    darkBrand,
    solid: `background:${color};color:${inkOn(color)};`,
    darkSolid: `background:${darkBrand} !important;color:${inkOn(darkBrand)} !important;`,
  }
}

/** Only for dark mode: mail programs that drop it show the light email, whose styles are inline. */
const darkStyles = ({ darkBrand, darkSolid }: Colors): string =>
  [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    '@media (prefers-color-scheme:dark){',
    `.page{background:${darkPage} !important}`,
    `.card{background:${darkCard} !important}`,
    '.ink{color:#eef2ef !important}',
    '.quiet{color:#a9b3ad !important}',
    '.rule{border-color:#39423d !important}',
    `.brand{color:${darkBrand} !important}`,
    `.solid{${darkSolid}}`,
    `.outline{color:${darkBrand} !important;border-color:${darkBrand} !important}`,
    '}',
  ].join('')

/** The one look of every email. Tables and inline styles, because mail programs know little else. */
export function renderHtml(draft: Draft, brand: Brand, unsubscribeUrl: string | null): string {
  return `<!doctype html>${render(<Letter draft={draft} brand={brand} unsubscribeUrl={unsubscribeUrl} />)}`
}

function Letter(props: { draft: Draft; brand: Brand; unsubscribeUrl: string | null }) {
  const { draft, brand, unsubscribeUrl } = props
  const { frame } = emailIn(brand).words
  const colors = colorsOf(brand)
  return (
    <html lang={brand.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Otherwise phones turn numbers and addresses into links of their own. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{draft.subject}</title>
        <style>{darkStyles(colors)}</style>
      </head>
      <body class="page" style={`margin:0;padding:0;background:${pageColor};`}>
        {draft.preview && <div style="display:none;max-height:0;overflow:hidden;">{draft.preview}</div>}
        <Table look="page" style={`background:${pageColor};`}>
          <td align="center" style="padding:20px 12px;">
            <Table look="card" style={`${width}background:${cardColor};border-radius:12px;`}>
              <td class="ink" style={`${body}padding:24px 24px 8px;`}>
                <Header brand={brand} color={colors.brand} />
                {brand.simulated && <p style={`${gap}font-weight:600;`}>{frame.simulated}</p>}
                {draft.headline && (
                  <h1 class="ink" style="margin:0 0 12px;font-size:24px;line-height:1.25;font-weight:700;">
                    {draft.headline}
                  </h1>
                )}
                {draft.blocks.map((block) => (
                  <Shown block={block} colors={colors} />
                ))}
              </td>
            </Table>
            <Table look="page" style={width}>
              <td class="quiet" align="left" style={`${quiet}font-size:13px;padding:16px 24px;`}>
                <Footer brand={brand} unsubscribeUrl={unsubscribeUrl} />
              </td>
            </Table>
          </td>
        </Table>
      </body>
    </html>
  )
}

/** The largest logo in an email, in pixels. Its height is written out, because some mail programs know no limits. */
const logoSize = { width: 240, height: 44 }

/** The height at which a picture fits without being stretched. */
export const logoHeightOf = ({ width, height }: { width: number; height: number }): number =>
  Math.max(1, Math.round(Math.min(logoSize.height, (logoSize.width * height) / width)))

/** With images off, the logo's alternative text looks like the name would. */
function Header({ brand, color }: { brand: Brand; color: string }) {
  const { logoHeight = logoSize.height } = brand
  const letters = `${font}font-size:20px;line-height:1.3;font-weight:700;color:${color};`
  return (
    <p class="brand" style={`margin:0 0 20px;${letters}`}>
      {brand.logoUrl === null ? (
        brand.name
      ) : (
        <img
          class="brand"
          src={brand.logoUrl}
          alt={brand.name}
          height={logoHeight}
          style={`display:inline-block;height:${logoHeight}px;max-width:${logoSize.width}px;border:0;border-radius:6px;${letters}`}
        />
      )}
    </p>
  )
}

function Table({ look, style, children }: { look: string; style: string; children: ComponentChildren }) {
  return (
    <table class={look} role="presentation" width="100%" cellSpacing="0" cellPadding="0" style={style}>
      <tr>{children}</tr>
    </table>
  )
}

function Footer({ brand, unsubscribeUrl }: { brand: Brand; unsubscribeUrl: string | null }) {
  const { frame } = emailIn(brand).words
  const [first, ...others] = footerLines(brand)
  return (
    <>
      <strong>{first}</strong>
      {others.map((line) => [<br />, line])}
      {unsubscribeUrl !== null && (
        <>
          <br />
          <br />
          {frame.whyBulk(brand.name)}{' '}
          <a class="quiet" href={unsubscribeUrl} style="color:#5c6660;">
            {frame.unsubscribe}
          </a>
        </>
      )}
      <br />
      <br />
      {frame.poweredBy}
    </>
  )
}

/** The sender, how to reach them, and the booking's reference. */
export function footerLines(brand: Brand): string[] {
  const { frame } = emailIn(brand).words
  const contact = [brand.phone === null ? null : formatPhone(brand.phone), brand.email]
  const more = [
    ...contact.filter((way) => way !== null),
    brand.postalAddress ?? '',
    brand.reference === null ? '' : `${frame.reference}: ${brand.reference}`,
  ]
  return [brand.name, ...more.filter((line) => line !== '')]
}
