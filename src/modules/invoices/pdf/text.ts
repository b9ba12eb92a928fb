import LineBreaker from 'linebreak'
import type PDFDocument from 'pdfkit'
import type { OpenFont } from 'pdfkit'
import type { Language } from '../../../words/language'
import { readable } from './fallback'
import type { FontPackage } from './font-packages'
import { readFace, type FaceId } from './fonts'
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
  readonly #fonts = new Map<string, OpenFont>()
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
    const widthOf = (from: number, to: number) => this.#measured(cut(runs, from, to), style).width
    const lines: Line[] = []
    let [start, end, used] = [0, 0, 0]
    const finish = () => {
      if (end > start) lines.push(this.#measured(cut(runs, start, withoutSpace(text, end)), style))
      start = end
      used = 0
    }
    const add = (to: number) => {
      if (used + widthOf(end, withoutSpace(text, to)) > width) finish()
      used += widthOf(end, to)
      end = to
    }
    for (const next of breaksIn(text)) {
      if (widthOf(end, withoutSpace(text, next)) <= width) add(next)
      else {
        // A word that is wider than the column breaks anywhere.
        finish()
        for (const to of charactersIn(text, end, next)) add(to)
      }
    }
    finish()
    return lines
  }

  /** Chooses a font, and returns how far it reaches up. */
  #take(face: FaceId, { size = usualSize, bold = false }: Style): number {
    const weight = bold ? 'bold' : 'normal'
    const name = `${face} ${weight}`
    const font = this.#fonts.get(name) ?? this.#doc.font(fileOf(face, weight))._font
    this.#fonts.set(name, font)
    this.#doc.fontSize(size)._font = font
    return (font.ascender / 1000) * size
  }
}

const files = new Map<string, Buffer>()

/** Kept, because most documents use the same few. */
function fileOf(face: FaceId, weight: 'normal' | 'bold'): Buffer {
  const name = `${face} ${weight}`
  const file = files.get(name) ?? readFace(face, weight)
  files.set(name, file)
  return file
}

function* breaksIn(text: string): Generator<number> {
  const breaker = new LineBreaker(text)
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) yield next.position
}

/** The ends of the characters, each with its marks. */
function* charactersIn(text: string, from: number, to: number): Generator<number> {
  let end = from
  for (const { segment } of new Intl.Segmenter().segment(text.slice(from, to))) yield (end += segment.length)
}

/** Spaces come one at a time, and the one at the end of a line takes no room. */
const withoutSpace = (text: string, end: number): number => (text[end - 1] === ' ' ? end - 1 : end)

function cut(runs: Run[], from: number, to: number): Run[] {
  const parts: Run[] = []
  let start = 0
  for (const { text, face } of runs) {
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start))
    if (part !== '') parts.push({ text: part, face })
    start += text.length
  }
  return parts
}
