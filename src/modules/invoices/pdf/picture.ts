import { inflateSync } from 'node:zlib'
import type { default as PDFDocument, OpenPicture } from 'pdfkit'

const mostPixelBytes = 64 * 2 ** 20

export interface Opened {
  picture: OpenPicture
  /** Its width for each unit of height, as it is shown. */
  ratio: number
}

/**
 * Opens a PNG or JPEG, and throws if it is damaged. The library unpacks some pictures later, where an error would
 * end the thread.
 */
export function openPicture(doc: PDFDocument, bytes: Uint8Array): Opened {
  const picture = doc.openImage(Buffer.from(bytes))
  assertPixels(picture)
  const isOnItsSide = (picture.orientation ?? 1) > 4
  const ratio = picture.width / picture.height
  return { picture, ratio: isOnItsSide ? 1 / ratio : ratio }
}

function assertPixels({ imgData, image, width, height }: OpenPicture): void {
  if (!imgData || !image) return
  const pixelBytes = image.pixelBitlength / 8
  if (!(width * height * pixelBytes <= mostPixelBytes)) throw new Error('The picture is too large')
  const pixels = inflateSync(imgData, { maxOutputLength: mostPixelBytes })
  let at = 0
  for (const [x, y, across, down] of image.interlaceMethod === 1 ? interlaced : whole) {
    const rowBytes = Math.ceil(pixelBytes * Math.ceil((width - x) / across))
    const rows = Math.ceil((height - y) / down)
    // Each row begins with the number of its filter.
    for (let row = 0; row < rows && at < pixels.length; row++) {
      if ((pixels[at] ?? 0) > lastFilter) throw new Error('The picture has a row that nobody can read')
      at += 1 + Math.max(0, rowBytes)
    }
  }
}

const lastFilter = 4

type Pass = readonly [x: number, y: number, across: number, down: number]
const whole: readonly Pass[] = [[0, 0, 1, 1]]
/** The seven passes of an interlaced PNG: where each begins, and its steps. */
const interlaced: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]
