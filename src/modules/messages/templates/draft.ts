/** Who a message comes from. */
export interface Brand {
  name: string
  /** `#rrggbb`. */
  colour: string
  phone: string | null
  email: string | null
  /** Where our own pages are; never ends with a slash. */
  site: string
}

/** A run of text, or an address to follow. Text is text whatever it holds: nothing in it becomes markup. */
export type Run = string | { url: string }

export type Block =
  | { kind: 'text'; runs: Run[] }
  | { kind: 'facts'; rows: [label: string, value: string][] }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'code'; code: string }

/** An e-mail before it has a look: HTML and plain text are both made from this. */
export interface Draft {
  subject: string
  /** What a mail list shows beside the subject. */
  preview?: string
  blocks: Block[]
}

export const text = (...runs: Run[]): Block => ({ kind: 'text', runs })
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url })
export const code = (shown: string): Block => ({ kind: 'code', code: shown })

/** Lines without a value are left out. */
export function facts(...rows: [label: string, value: string | null | undefined][]): Block {
  return {
    kind: 'facts',
    rows: rows.filter(
      (row): row is [string, string] => row[1] !== null && row[1] !== undefined && row[1] !== '',
    ),
  }
}
