import type PDFDocument from 'pdfkit'
import type { Language } from '../../../words/language'
import { openPicture, type Opened } from './picture'
import { Pen, type Text } from './text'

/** Everything a document shows, from top to bottom. */
export interface Composed {
  title: string
  author: string
  /** YYYY-MM-DD. */
  date: string
  language: Language
  content: Block[]
}

/** A list stands for the blocks in it, one below the other. */
export type Block = Text | Picture | Photo | Drawing | Rule | Space | Grid | Block[]

/** A PNG or JPEG in the size of a logo. */
interface Picture {
  picture: Uint8Array
}

/** A PNG or JPEG in a box; one that can't be read leaves the box empty. */
interface Photo {
  photo: Uint8Array
}

/** Lines drawn by hand, each as x, y, x, y … in a field of 1000 by 400. */
interface Drawing {
  strokes: number[][]
}

/** A line across the page. */
interface Rule {
  rule: string
}

interface Space {
  space: number
}

/** Blocks side by side. */
export interface Grid {
  /** In points, as wide as the contents, or a share of the rest. */
  widths: (number | 'fit' | 'rest')[]
  rows: Block[][]
  /** Repeated on each page. Only a grid with a head goes on over pages, and it breaks between rows. */
  head?: Block[]
  gap?: number
  above?: number
  below?: number
  /** The thickness of a line below each row. */
  line?: number
}

/** A block with its size, ready to be drawn anywhere. */
interface Placed {
  width: number
  height: number
  draw: (x: number, y: number) => void
}

const left = 54
const top = 48
const bottom = 792 - 48
/** US Letter without its margins, in points. Anything that fits also fits A4. */
export const contentWidth = 612 - 2 * left
const logoSize: [number, number] = [150, 44]
const belowLogo = 6
/** Three of them stand side by side. */
export const photoSize: [number, number] = [160, 120]
/** Points for each unit of a drawing, which is then 180 by 72 points. */
const drawingScale = 0.18
const drawingSize: [number, number] = [180, 72]
const ink = '#1a1f1c'
const ruleWidth = 2
const lineColor = '#d5dad7'

export class Layout {
  readonly #doc: PDFDocument
  readonly #pen: Pen
  #y = top

  constructor(doc: PDFDocument, pen: Pen) {
    this.#doc = doc
    this.#pen = pen
  }

  draw(content: Block[]): void {
    for (const block of content) {
      if ('head' in block && block.head) this.#drawTable(block, block.head)
      // Space never starts a page.
      else if ('space' in block) this.#y += block.space
      else this.#put(this.#place(block, contentWidth))
    }
  }

  #drawTable(grid: Grid, cells: Block[]): void {
    const widths = this.#columns(grid, contentWidth)
    const head = this.#row(grid, widths, cells, contentWidth)
    if (grid.rows.length === 0) this.#put(head)
    for (const [nth, of] of grid.rows.entries()) {
      const row = this.#row(grid, widths, of, contentWidth)
      if (nth === 0 || !this.#fits(row.height)) {
        if (!this.#fits(head.height + row.height)) this.#startPage()
        this.#put(head)
      }
      this.#put(row)
    }
  }

  #fits(height: number): boolean {
    return this.#y + height <= bottom || this.#y === top
  }

  #startPage(): void {
    this.#doc.addPage()
    this.#y = top
  }

  #put({ height, draw }: Placed): void {
    if (!this.#fits(height)) this.#startPage()
    draw(left, this.#y)
    this.#y += height
  }

  #place(block: Block, width: number): Placed {
    if (Array.isArray(block)) return stacked(block.map((one) => this.#place(one, width)))
    if ('text' in block) return this.#text(block, width)
    if ('picture' in block) return this.#picture(block)
    if ('photo' in block) return this.#photo(block)
    if ('strokes' in block) return this.#drawing(block)
    if ('space' in block) return { width: 0, height: block.space, draw: () => {} }
    if ('rule' in block)
      return { width, height: 0, draw: (x, y) => this.#line(x, y, width, ruleWidth, block.rule) }
    const widths = this.#columns(block, width)
    return stacked(block.rows.map((cells) => this.#row(block, widths, cells, width)))
  }

  #text(text: Text, width: number): Placed {
    const { indent = 0, end = false } = text
    const lines = this.#pen.linesOf(text, width - indent)
    return stacked(
      lines.map((line) => ({
        width: indent + line.width,
        height: line.height,
        draw: (x, y) => this.#pen.write(line, text, end ? x + width - line.width : x + indent, y),
      })),
    )
  }

  #picture({ picture: bytes }: Picture): Placed {
    const { picture, ratio } = openPicture(this.#doc, bytes)
    const [width, height] = logoSize
    return {
      width,
      height: Math.min(height, width / ratio) + belowLogo,
      draw: (x, y) => this.#doc.image(picture, x, y, { fit: logoSize }),
    }
  }

  #photo({ photo }: Photo): Placed {
    const [width, height] = photoSize
    const opened = this.#openOrNull(photo)
    return {
      width,
      height,
      draw: (x, y) => {
        if (opened) this.#doc.image(opened.picture, x, y, { fit: photoSize })
      },
    }
  }

  #openOrNull(photo: Uint8Array): Opened | null {
    try {
      return openPicture(this.#doc, photo)
    } catch {
      return null
    }
  }

  #drawing({ strokes }: Drawing): Placed {
    const [width, height] = drawingSize
    const draw = (x: number, y: number) => {
      this.#doc.lineWidth(1.2).strokeColor(ink)
      for (const [fromX = 0, fromY = 0, ...rest] of strokes) {
        const at = (across: number, down: number) =>
          [x + across * drawingScale, y + down * drawingScale] as const
        this.#doc.moveTo(...at(fromX, fromY))
        // A tap is a dot, which a line of no length wouldn't show.
        if (rest.length < 2) this.#doc.lineTo(...at(fromX + 4, fromY))
        for (let next = 0; next + 1 < rest.length; next += 2)
          this.#doc.lineTo(...at(rest[next] ?? 0, rest[next + 1] ?? 0))
        this.#doc.stroke()
      }
    }
    return { width, height, draw }
  }

  #line(x: number, y: number, width: number, thickness: number, color: string): void {
    const end = x + width
    this.#doc.lineWidth(thickness).strokeColor(color).moveTo(x, y).lineTo(end, y).stroke()
  }

  #columns({ widths, rows, gap = 0 }: Grid, width: number): number[] {
    const fitting = (column: number) => rows.map((row) => this.#place(row[column] ?? [], Infinity).width)
    const wanted = widths.map((one, column) => (one === 'fit' ? Math.max(0, ...fitting(column)) : one))
    const taken = wanted.reduce<number>((sum, one) => sum + (one === 'rest' ? 0 : one) + gap, -gap)
    const share = (width - taken) / wanted.filter((one) => one === 'rest').length
    return wanted.map((one) => (one === 'rest' ? share : one))
  }

  #row(
    { gap = 0, above = 0, below = 0, line = 0 }: Grid,
    widths: number[],
    cells: Block[],
    width: number,
  ): Placed {
    const placed = cells.map((cell, column) => this.#place(cell, widths[column] ?? 0))
    const height = above + Math.max(0, ...placed.map((cell) => cell.height)) + below + line
    return {
      width,
      height,
      draw: (x, y) => {
        let at = x
        for (const [column, cell] of placed.entries()) {
          cell.draw(at, y + above)
          at += (widths[column] ?? 0) + gap
        }
        if (line > 0) this.#line(x, y + height - line / 2, width, line, lineColor)
      },
    }
  }
}

function stacked(blocks: Placed[]): Placed {
  return {
    width: Math.max(0, ...blocks.map(({ width }) => width)),
    height: blocks.reduce((sum, { height }) => sum + height, 0),
    draw: (x, y) => {
      let at = y
      for (const { height, draw } of blocks) {
        draw(x, at)
        at += height
      }
    },
  }
}
