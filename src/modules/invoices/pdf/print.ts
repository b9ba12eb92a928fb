import pdfmake from 'pdfmake'
import type { InvoiceData } from '../model'
import { documentOf } from './document'
import { readFace, usualFace, type FaceId } from './faces'

// Nothing is fetched and no file is read by the library itself: fonts are handed to it as bytes.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy(() => false)

/** Slow to load and slow to run, so this is imported by its own thread alone. */
export async function printInvoice(data: InvoiceData): Promise<Uint8Array> {
  const { document, faces } = documentOf(data)
  faces.add(usualFace)
  // The library writes into what it is given, so it gets a fresh list each time.
  pdfmake.setFonts(Object.fromEntries([...faces].map((face) => [face, filesOf(face)])))
  const style = { ...(document.defaultStyle as object), font: usualFace }
  return pdfmake.createPdf({ ...document, defaultStyle: style }).getBuffer()
}

function filesOf(face: FaceId): { normal: string; bold: string } {
  return { normal: fileOf(face, 'normal'), bold: fileOf(face, 'bold') }
}

function fileOf(face: FaceId, weight: 'normal' | 'bold'): string {
  const name = `${face} ${weight}`
  if (!pdfmake.virtualfs.existsSync(name)) pdfmake.virtualfs.writeFileSync(name, readFace(face, weight))
  return name
}
