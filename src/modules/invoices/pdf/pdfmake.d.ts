/** The part of the library that we use. It has no types of its own. */
declare module 'pdfmake' {
  interface FontFiles {
    normal: string
    bold: string
  }
  interface PdfMake {
    virtualfs: { writeFileSync(name: string, content: Buffer): void; existsSync(name: string): boolean }
    setUrlAccessPolicy(allows: (url: string) => boolean): void
    setLocalAccessPolicy(allows: (path: string) => boolean): void
    setFonts(fonts: Record<string, FontFiles>): void
    createPdf(document: object): { getBuffer(): Promise<Uint8Array> }
  }
  const pdfmake: PdfMake
  export default pdfmake
}
