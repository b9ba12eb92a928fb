import pdfmake from 'pdfmake'
import type { Language } from '../../../words/language'
import { readable } from './fallback'
import type { FontPackage } from './font-packages'
import { readFace, usualFace, type FaceId } from './fonts'
import { linesOf } from './runs'

// The library may fetch nothing and read no file; it gets its fonts as bytes.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy(() => false)

/** A document for the PDF library, and the fonts its text needs. */
export interface Composed extends Fonts {
  document: Node
}

/** Slow to load and slow to run, so only its own thread imports this. */
export async function print(
  compose: (logo: string | null) => Composed,
  logo: string | null,
): Promise<PrintedDocument> {
  try {
    return await printComposed(compose(logo))
  } catch (error) {
    if (logo === null) throw error
    // A damaged picture must not keep anyone from getting their document.
    return printComposed(compose(null))
  }
}

async function printComposed({ document, faces, missing }: Composed): Promise<PrintedDocument> {
  faces.add(usualFace)
  // The library changes the object it gets, so it gets a new one each time.
  pdfmake.setFonts(Object.fromEntries([...faces].map((face) => [face, filesOf(face)])))
  const style = { ...(document.defaultStyle as object), font: usualFace }
  const bytes = await pdfmake.createPdf({ ...document, defaultStyle: style }).getBuffer()
  return { bytes, missing: [...missing] }
}

export interface PrintedDocument {
  bytes: Uint8Array
  /** Fonts that aren't installed; words that need them were replaced. */
  missing: FontPackage[]
}

function filesOf(face: FaceId): { normal: string; bold: string } {
  return { normal: fileOf(face, 'normal'), bold: fileOf(face, 'bold') }
}

function fileOf(face: FaceId, weight: 'normal' | 'bold'): string {
  const name = `${face} ${weight}`
  if (!pdfmake.virtualfs.existsSync(name)) pdfmake.virtualfs.writeFileSync(name, readFace(face, weight))
  return name
}

/** A node of the PDF library's document. The library publishes no types. */
export type Node = Record<string, unknown>

export const ink = '#1c2420'
export const quiet = '#5c6660'
export const rule = '#d5dad7'
/** Wide enough for every script, because an overlong line would break in the wrong place. */
const widestLetter = 0.62
/** US Letter without its margins, in points. Anything that fits also fits A4. */
export const contentWidth = 612 - 2 * 54

export const nothing = () => 0
export const tight = {
  hLineWidth: nothing,
  vLineWidth: nothing,
  paddingLeft: nothing,
  paddingRight: nothing,
  paddingTop: nothing,
  paddingBottom: () => 2,
}

export interface Fonts {
  faces: Set<FaceId>
  missing: Set<FontPackage>
}

interface Style {
  size?: number
  bold?: boolean
  color?: string
  /** Column width in points. */
  width?: number
  alignment?: 'right'
  margin?: number[]
  link?: string
}
export type Write = (text: string, style?: Style) => Node

export function writer({ faces, missing }: Fonts, language: Language): Write {
  return (
    text,
    { size = 10, bold = false, color, width = contentWidth / 2, alignment, margin, link } = {},
  ) => {
    const lines = linesOf(
      readable(text, language, missing),
      Math.max(8, Math.floor(width / (size * widestLetter))),
    )
    for (const { face } of lines.flat()) faces.add(face)
    const shown = lines.map((runs) => ({
      text: runs.map((run) => ({ text: run.text, font: run.face })),
      fontSize: size,
      bold,
      ...(color === undefined ? {} : { color }),
      ...(alignment === undefined ? {} : { alignment }),
      ...(link === undefined ? {} : { link }),
    }))
    return { stack: shown, ...(margin === undefined ? {} : { margin }) }
  }
}
