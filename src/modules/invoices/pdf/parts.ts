import { photoSize, type Block, type Grid } from './layout'

/** The color of what explains something else. */
export const quiet = '#5c6660'

export const logoBlock = (logo: Uint8Array | null): Block => (logo === null ? [] : { picture: logo })

interface Heading {
  title: string
  /** The company that makes the document. */
  seller: string
  color: string
}

/** The head of a document: the logo, the company and the title. */
export const heading = ({ title, seller, color }: Heading, logo: Uint8Array | null): Block[] => [
  logoBlock(logo),
  {
    widths: ['rest', 'rest'],
    rows: [
      [
        { text: seller, size: 12, bold: true, color },
        { text: title, size: 16, bold: true, end: true },
      ],
    ],
  },
  divider(color),
]

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

export interface CaptionedPhoto {
  caption: string
  /** A small PNG or JPEG. */
  bytes: Uint8Array
}

const photosInRow = 3

/** Photos side by side, each above its caption. */
export const photoGrid = (photos: readonly CaptionedPhoto[]): Block[] =>
  photos.length === 0
    ? []
    : [
        { space: 16 },
        ...Array.from({ length: Math.ceil(photos.length / photosInRow) }, (_, row) => ({
          widths: Array.from({ length: photosInRow }, () => photoSize[0]),
          gap: 12,
          below: 10,
          rows: [
            photos
              .slice(row * photosInRow, (row + 1) * photosInRow)
              .map(({ caption, bytes }) => [
                { photo: bytes },
                { space: 3 },
                { text: caption, size: 9, color: quiet },
              ]),
          ],
        })),
      ]
