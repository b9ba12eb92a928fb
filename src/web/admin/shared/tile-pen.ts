/** Tiles are drawn twice the usual size, so there are fewer of them and their zoom is one less. */
export const side = 512
export const scale = side / 2_048

const colorNames = ['highway', 'main', 'street', 'edge', 'words', 'land'] as const
export type Colors = Record<(typeof colorNames)[number], string>

/** A text around a place, in pixels. */
export interface Label {
  x: number
  y: number
  width: number
}

export const isFree = (label: Label, taken: readonly Label[]): boolean =>
  !taken.some(
    (other) =>
      Math.abs(other.x - label.x) < (other.width + label.width) / 2 && Math.abs(other.y - label.y) < 16,
  )

export const isInside = (x: number, y: number, margin: number): boolean =>
  x > margin && y > margin && x < side - margin && y < side - margin

export function drawShield(
  pen: CanvasRenderingContext2D,
  { name, x, y }: { name: string; x: number; y: number },
  colors: Colors,
): void {
  pen.font = `600 10px ${fontOf()}`
  const width = pen.measureText(name).width + 8
  pen.fillStyle = colors.land
  pen.strokeStyle = colors.highway
  pen.lineWidth = 1
  pen.beginPath()
  pen.roundRect(x - width / 2, y - 8, width, 16, 4)
  pen.fill()
  pen.stroke()
  pen.fillStyle = colors.words
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(name, x, y + 0.5)
}

/** Text with a halo, turned so that it never stands on its head. */
export function write(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  colors: Colors,
  angle = 0,
): void {
  pen.save()
  pen.translate(x, y)
  pen.rotate(angle > Math.PI / 2 ? angle - Math.PI : angle < -Math.PI / 2 ? angle + Math.PI : angle)
  pen.font = `11px ${fontOf()}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.strokeStyle = colors.land
  pen.lineWidth = 3
  pen.strokeText(text, 0, 0)
  pen.fillStyle = colors.words
  pen.fillText(text, 0, 0)
  pen.restore()
}

const fontOf = (): string => getComputedStyle(document.body).fontFamily

/** Colors as the style sheet has them now. A canvas doesn't know variables. */
export function colorsAt(place: HTMLElement): Colors {
  // New elements each time, because the color of one that exists would change slowly. Reading a style after a change
  // makes the browser work out the page again, so all of them are there before the first is read.
  const box = document.createElement('i')
  const probes = colorNames.map((name) => {
    const probe = box.appendChild(document.createElement('i'))
    probe.style.color = `var(--map-${name})`
    return { name, probe }
  })
  place.append(box)
  const colors = probes.map(({ name, probe }) => [name, getComputedStyle(probe).color])
  box.remove()
  return Object.fromEntries(colors) as Colors
}
