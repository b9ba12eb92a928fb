import LineBreaker from 'linebreak'
import type PDFDocument from 'pdfkit'
import type { Language } from '../../../words/language'
import { readable } from './fallback'
import type { FontPackage } from './font-packages'
import { readFace } from './fonts'
import { linesOf, type Run } from './runs'

export const ink = '#1c2420'

/** A paragraph in one style. */
export interface Text {
  text: string
  size?: number
  bold?: boolean
  color?: string
  /** Whether it ends at the right edge of its column. */
  end?: boolean
  indent?: number
  link?: string
}

export interface Line {
  runs: Run[]
  width: number
  height: number
  /** How far the tallest font reaches above the line that letters stand on. */
  ascent: number
}

type Style = Omit<Text, 'text'>

const usualSize = 10
/** Wide enough for every script, because an overlong line would break in the wrong place. */
const widestLetter = 0.62

/** Measures and writes the text of one document. */
export class Pen {
  readonly #doc: PDFDocument
  readonly #language: Language
  readonly #known = new Set<string>()
  /** Fonts that aren't installed; words that need them are replaced. */
  readonly missing = new Set<FontPackage>()

  constructor(doc: PDFDocument, language: Language) {
    this.#doc = doc
    this.#language = language
  }

  /** Breaks a text into lines of this width. */
  linesOf({ text, ...style }: Text, width: number): Line[] {
    const letters = Math.max(8, Math.floor(width / ((style.size ?? usualSize) * widestLetter)))
    return linesOf(readable(text, this.#language, this.missing), letters).flatMap((runs) => {
      const whole = this.#measured(runs, style)
      return whole.width <= width ? [whole] : this.#broken(runs, style, width)
    })
  }

  write({ runs, width, height, ascent }: Line, style: Style, x: number, y: number): void {
    if (style.link !== undefined) this.#doc.link(x, y, width, height, style.link)
    this.#doc.fillColor(style.color ?? ink)
    let at = x
    for (const { text, face } of runs) {
      this.#take(face, style)
      this.#doc.text(text, at, y + ascent, { lineBreak: false, baseline: 'alphabetic' })
      at += this.#doc.widthOfString(text)
    }
  }

  #measured(runs: Run[], style: Style): Line {
    const line: Line = { runs, width: 0, height: 0, ascent: 0 }
    for (const { text, face } of runs) {
      const ascender = this.#take(face, style)
      line.width += this.#doc.widthOfString(text)
      line.height = Math.max(line.height, this.#doc.currentLineHeight())
      line.ascent = Math.max(line.ascent, ascender)
    }
    return line
  }

  #broken(runs: Run[], style: Style, width: number): Line[] {
    const text = runs.map((run) => run.text).join('')
    const lines: Line[] = []
    const lineTo = (end: number) => this.#measured(cut(runs, from, end), style)
    const fits = (end: number) => lineTo(end).width <= width
    const finish = (end: number) => {
      lines.push(lineTo(end))
      from = end
    }
    let from = 0
    let end = 0
    for (const next of breaksIn(text)) {
      if (!fits(next) && end > from) finish(end)
      // A word that is wider than the column breaks anywhere.
      while (!fits(next)) finish(longest(text, from, next, fits))
      end = next
    }
    finish(end)
    return lines
  }

  /** Chooses a font, and returns how far it reaches up. */
  #take(face: string, { size = usualSize, bold = false }: Style): number {
    const name = `${face} ${bold ? 'bold' : 'normal'}`
    if (!this.#known.has(name)) this.#doc.registerFont(name, fileOf(face, bold ? 'bold' : 'normal'))
    this.#known.add(name)
    return (this.#doc.font(name, size)._font.ascender / 1000) * size
  }
}

const files = new Map<string, Buffer>()

/** Kept, because reading and unpacking it takes longer than writing with it. */
function fileOf(face: string, weight: 'normal' | 'bold'): Buffer {
  const name = `${face} ${weight}`
  const file = files.get(name) ?? readFace(face, weight)
  files.set(name, file)
  return file
}

function* breaksIn(text: string): Generator<number> {
  const breaker = new LineBreaker(text)
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) yield next.position
}

/** The end of the longest part that fits; at least one character. */
function longest(text: string, from: number, to: number, fits: (end: number) => boolean): number {
  let end = from
  for (const { segment } of new Intl.Segmenter().segment(text.slice(from, to))) {
    if (end > from && !fits(end + segment.length)) break
    end += segment.length
  }
  return end
}

/** A part of some runs, without the spaces at its end. */
function cut(runs: Run[], from: number, to: number): Run[] {
  const parts: Run[] = []
  let start = 0
  for (const { text, face } of runs) {
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start))
    if (part !== '') parts.push({ text: part, face })
    start += text.length
  }
  const last = parts.pop()
  return last ? [...parts, { ...last, text: last.text.trimEnd() }] : []
}
