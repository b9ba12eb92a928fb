import type { Block, Grid } from './layout'

/** The color of what explains something else. */
export const quiet = '#5c6660'

export const logoBlock = (logo: Uint8Array | null): Block => (logo === null ? [] : { picture: logo })

/** The line in the company's color that ends the head of a document. */
export const divider = (color: string): Block => [{ space: 8 }, { rule: color }, { space: 12 }]

interface Pair {
  label: string
  value: string
  strong?: boolean
}

/** Names on the left, and what they name on the right. */
export const pairs = (list: Pair[], widths: Grid['widths'], size = 9): Grid => ({
  widths,
  below: 2,
  rows: list.map(({ label, value, strong = false }) => [
    { text: label, size, ...(strong ? { bold: true } : { color: quiet }) },
    { text: value, bold: strong, end: true },
  ]),
})
