import { inkOn } from '../../lib/color'
import { coverageOf, type Placed } from './fill'
import { letters, truck, type Outline } from './letters'
import { readPng, writePng, type Pixels } from './png'

/** A launcher may cut a `maskable` icon down to a circle; a `plain` one has round corners of its own. */
export type IconKind = 'plain' | 'maskable' | 'touch'

export interface IconLook {
  /** The bytes of the company's logo. */
  logo: Uint8Array | null
  name: string
  color: string
}

/** The share of the icon that the logo or the letter may take up. */
const room: Record<IconKind, number> = { plain: 0.74, touch: 0.74, maskable: 0.56 }
const letterHeight = 0.72

export async function drawIcon(
  look: IconLook,
  kind: IconKind,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const logo = look.logo && (await fitted(look.logo, Math.round(size * room[kind])))
  const paper = logo && !isPale(logo) ? '#ffffff' : look.color
  const picture = { width: size, height: size, data: new Uint8Array(size * size * 4) }
  paint(picture, kind === 'plain' ? coverageOf(roundedSquare(size), size) : null, paper)
  if (logo) lay(picture, logo)
  else paint(picture, coverageOf(letterOf(look.name, size, room[kind]), size), inkOn(paper))
  return await writePng(picture)
}

/** The logo as large as it fits, in another thread. */
async function fitted(logo: Uint8Array, most: number): Promise<Pixels | null> {
  try {
    return readPng(await new Bun.Image(logo).resize(most, most, { fit: 'inside' }).png().bytes())
  } catch {
    // The rest of the page shows the logo as it is; the icon has the letter.
    return null
  }
}

/** Whether a logo was made for dark backgrounds: on white, nobody would see it. */
function isPale({ data }: Pixels): boolean {
  let [opaque, dark] = [0, 0]
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < 128) continue
    opaque++
    if (Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) < 215) dark++
  }
  return dark < opaque / 20
}

function letterOf(name: string, size: number, share: number): Placed {
  const shape = outlineFor(name)
  const scale = (size * share * letterHeight) / Math.max(shape.width, shape.height)
  return { shape, scale, x: (size - shape.width * scale) / 2, y: (size - shape.height * scale) / 2 }
}

/** Accents are left out: `Élan` has an E. */
function outlineFor(name: string): Outline {
  const first = name.normalize('NFD').match(/[\p{L}\p{N}]/u)?.[0] ?? ''
  return letters[first.toUpperCase()] ?? truck
}

function roundedSquare(size: number): Placed {
  const path = 'M0 200Q0 0 200 0H800Q1000 0 1000 200V800Q1000 1000 800 1000H200Q0 1000 0 800Z'
  return { shape: { width: 1000, height: 1000, path }, x: 0, y: 0, scale: size / 1000 }
}

/** Puts a color over the picture where it is covered; everywhere without a coverage. */
function paint({ data }: Pixels, covered: Float32Array | null, color: string): void {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const source = new Uint8Array([red, green, blue])
  for (let pixel = 0; pixel < data.length / 4; pixel++)
    blend(data, pixel * 4, source, 0, covered === null ? 1 : Math.min(1, covered[pixel] ?? 0))
}

/** Puts the logo in the middle. */
function lay({ width, height, data }: Pixels, logo: Pixels): void {
  const [left, top] = [(width - logo.width) >> 1, (height - logo.height) >> 1]
  for (let row = 0; row < logo.height; row++)
    for (let column = 0; column < logo.width; column++) {
      const from = (row * logo.width + column) * 4
      const to = ((row + top) * width + column + left) * 4
      blend(data, to, logo.data, from, (logo.data[from + 3] ?? 0) / 255)
    }
}

function blend(data: Uint8Array, at: number, source: Uint8Array, from: number, opacity: number): void {
  const below = ((data[at + 3] ?? 0) / 255) * (1 - opacity)
  const together = opacity + below
  if (together === 0) return
  for (let channel = 0; channel < 3; channel++)
    data[at + channel] = Math.round(
      ((source[from + channel] ?? 0) * opacity + (data[at + channel] ?? 0) * below) / together,
    )
  data[at + 3] = Math.round(together * 255)
}
