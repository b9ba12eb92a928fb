import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Asset, forEver } from './asset'
import { fonts, scripts, sheets, type Font, type Script, type Sheet } from './entries'

const folder = join(import.meta.dir, '..')
const cached = { 'cache-control': forEver }

/** A page needs these before any bundle is made: its style, font, small scripts and icon. Read once, at first use. */
class FixedAssets {
  readonly #files = new Map<string, Asset>()
  readonly #paths = new Map<string, string>()

  sheet(name: Sheet): string {
    return this.#path(
      `${name}.css`,
      () => new Asset('text/css; charset=utf-8', bytesOf(this.#withFonts(styleOf(name))), cached),
    )
  }

  font(name: Font): string {
    return this.#path(`${name}.woff2`, () => new Asset('font/woff2', fontBytes(name), cached))
  }

  script(name: Script): string {
    return this.#path(
      `${name}.js`,
      () => new Asset('text/javascript; charset=utf-8', bytesOf(scriptText(scripts[name])), cached),
    )
  }

  mark(): string {
    return this.#path('mark.svg', () => new Asset('image/svg+xml', bytesOf(mark), cached))
  }

  /** Also when no page has named it since the start: a browser may have kept its address. */
  find(name: string): Asset | undefined {
    const stem = name.slice(0, name.lastIndexOf('-'))
    if (Object.hasOwn(sheets, stem)) this.sheet(stem as Sheet)
    if (isFont(stem)) this.font(stem)
    if (Object.hasOwn(scripts, stem)) this.script(stem as Script)
    if (stem === 'mark') this.mark()
    return this.#files.get(name)
  }

  all(): Asset[] {
    for (const name of Object.keys(sheets)) this.sheet(name as Sheet)
    for (const name of fonts) this.font(name)
    for (const name of Object.keys(scripts)) this.script(name as Script)
    this.mark()
    return [...this.#files.values()]
  }

  /** A stylesheet names a font without the hash of its content. */
  #withFonts(text: string): string {
    return text.replaceAll(/\/assets\/([\w-]+)\.woff2/g, (whole, name: string) =>
      isFont(name) ? this.font(name) : whole,
    )
  }

  #path(name: string, make: () => Asset): string {
    const known = this.#paths.get(name)
    if (known !== undefined) return known
    const asset = make()
    const [stem, extension] = name.split('.')
    const file = `${stem}-${asset.hash}.${extension}`
    this.#files.set(file, asset)
    this.#paths.set(name, `/assets/${file}`)
    return `/assets/${file}`
  }
}

export const fixedAssets = new FixedAssets()

function styleOf(name: Sheet): string {
  const text = sheets[name]
    .map((file) => readFileSync(join(folder, 'styles', `${file}.css`), 'utf8'))
    .join('\n')
  return text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

const isFont = (name: string): name is Font => fonts.some((font) => font === name)

const fontBytes = (name: Font): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(folder, 'fonts', `${name}.woff2`)))

/** One file of its own, without imports: no bundle is needed for it. */
export function scriptText(path: string): string {
  const source = readFileSync(join(folder, path), 'utf8')
  return new Bun.Transpiler({ loader: 'ts', target: 'browser', minifyWhitespace: true }).transformSync(source)
}

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text))

/** The mark of the house: a truck, drawn in a few strokes. */
const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#1f6f54"/>
<g fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round" stroke-linecap="round">
<path d="M5 10h13v11H5zM18 14h5l4 4v3h-9z"/>
<circle cx="10.5" cy="22" r="2.5" fill="#1f6f54"/><circle cx="21.5" cy="22" r="2.5" fill="#1f6f54"/>
</g></svg>`
