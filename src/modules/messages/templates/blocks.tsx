import type { ComponentChildren } from 'preact'
import { unbroken } from '../../../words/formats'
import type { Block, Run } from './template'

export const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
export const body = `${font}font-size:16px;line-height:1.5;color:#1c2420;`
export const quiet = `${font}font-size:14px;line-height:1.5;color:#5c6660;`
const rule = 'border-top:1px solid #e2e5e2;'
export const gap = 'margin:0 0 20px;'

export interface Colors {
  /** The brand's color as letters on the card, by day and by night. */
  brand: string
  darkBrand: string
  /** The same as a surface, with the letters on it. */
  solid: string
  darkSolid: string
}

function Rows({ children }: { children: ComponentChildren }) {
  return (
    <table role="presentation" width="100%" cellSpacing="0" cellPadding="0" style={gap}>
      {children}
    </table>
  )
}

/** One block of an email. Dark mode addresses its classes. */
export function Shown({ block, colors }: { block: Block; colors: Colors }) {
  switch (block.kind) {
    case 'text':
      return (
        <p class="ink" style={`${gap}overflow-wrap:anywhere;`}>
          {block.runs.map((run) => shownRun(run, colors))}
        </p>
      )
    case 'facts':
      if (block.rows.length === 0) return null
      return (
        <Rows>
          {block.rows.map(([label, value]) => (
            <tr>
              <td class="quiet" style={`${quiet}padding:5px 16px 5px 0;vertical-align:top;width:34%;`}>
                {label}
              </td>
              <td class="ink" style={`${body}padding:3px 0;vertical-align:top;overflow-wrap:anywhere;`}>
                {onOneLine(value)}
              </td>
            </tr>
          ))}
        </Rows>
      )
    case 'person':
      return (
        <Rows>
          <tr>
            <td width="48" style="padding:0 14px 0 0;vertical-align:middle;">
              <div
                class="solid"
                style={`${font}${colors.solid}width:48px;height:48px;line-height:48px;border-radius:24px;text-align:center;font-size:17px;font-weight:600;`}
              >
                {initialsOf(block.name)}
              </div>
            </td>
            <td style="vertical-align:middle;">
              <div class="quiet" style={quiet}>
                {block.label}
              </div>
              <div class="ink" style={`${body}font-weight:600;`}>
                {block.name}
              </div>
            </td>
          </tr>
        </Rows>
      )
    case 'amounts':
      return (
        <Rows>
          {[...block.rows, block.total].map(([label, amount], at) => (
            <tr>
              <td class="ink rule" style={amountStyle(at === block.rows.length)}>
                {label}
              </td>
              <td
                class="ink rule"
                align="right"
                style={`${amountStyle(at === block.rows.length)}white-space:nowrap;`}
              >
                {amount}
              </td>
            </tr>
          ))}
        </Rows>
      )
    case 'button':
      return (
        <p style="margin:0 0 12px;">
          <a
            class={block.quiet ? 'outline' : 'solid'}
            href={block.url}
            style={`${font}display:block;text-align:center;text-decoration:none;font-size:16px;font-weight:600;padding:12px 20px;border-radius:8px;${block.quiet ? `border:1px solid ${colors.brand};color:${colors.brand};` : colors.solid}`}
          >
            {block.label}
          </a>
        </p>
      )
    case 'code':
      return (
        <p
          class="ink"
          style={`${gap}font-size:32px;font-weight:700;letter-spacing:6px;font-family:Menlo,Consolas,monospace;`}
        >
          {block.code}
        </p>
      )
  }
}

const amountStyle = (isTotal: boolean): string =>
  `${body}padding:7px 0;vertical-align:top;${isTotal ? `${rule}font-weight:700;` : ''}`

function shownRun(run: Run, { brand }: Colors): ComponentChildren {
  if (typeof run !== 'string')
    return (
      <a class="brand" href={run.url} style={`color:${brand};`}>
        {run.url}
      </a>
    )
  return run.split(/\r?\n/).map((line, at) => (at === 0 ? line : [<br />, line]))
}

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const letters = name.match(/(?<=^|\s)\p{L}/gu) ?? []
  return [letters[0], letters.length > 1 ? letters.at(-1) : ''].join('').toUpperCase()
}

/** On a phone, `12–2 PM` and `CO 80203` stay on one line. */
const onOneLine = (value: string): string => unbroken(value).replace(/ (?=\d{5}(?:-\d{4})?$)/, '\u00a0')
