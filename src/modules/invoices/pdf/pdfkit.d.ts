/** The parts of these libraries that we use. They have no types of their own. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'

  interface Options {
    size: string
    margin: number
    /** Null for none, or the library would open one of its own. */
    font: null
    lang: string
    displayTitle: boolean
    info: { Title: string; Author: string; CreationDate: Date; ModDate: Date }
  }
  export interface OpenFont {
    /** In thousandths of the size. */
    ascender: number
  }
  export interface OpenPicture {
    width: number
    height: number
    /** How a camera was held, from 1 to 8; the picture lies on its side from 5 on. */
    orientation?: number
    /** The compressed pixels of a PNG. */
    imgData?: Uint8Array
    /** How a PNG stores its pixels. */
    image?: { pixelBitlength: number; interlaceMethod: number }
  }
  export default class PDFDocument extends Readable {
    constructor(options: Options)
    /** The font in use. There is no other way to learn how far up it reaches, or to use an open one again. */
    _font: OpenFont
    font(bytes: Uint8Array): this
    fontSize(points: number): this
    widthOfString(text: string): number
    currentLineHeight(): number
    fillColor(color: string): this
    text(text: string, x: number, y: number, options: { lineBreak: false; baseline: 'alphabetic' }): this
    link(x: number, y: number, width: number, height: number, url: string): this
    lineWidth(points: number): this
    strokeColor(color: string): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    stroke(): this
    openImage(bytes: Buffer): OpenPicture
    image(picture: OpenPicture, x: number, y: number, options: { fit: [number, number] }): this
    addPage(): this
    end(): void
  }
}

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number } | null
  }
}
