import type { MapTile } from '../../../modules/geo'
import { drawHighways } from './draw-highways'
import {
  colorsAt,
  drawShield,
  isFree,
  isInside,
  scale,
  side,
  write,
  type Colors,
  type Label,
} from './tile-pen'

/** Pixels at zoom 14, from highways to driveways. */
const widths = [4.5, 3.8, 3.2, 2.6, 2, 1.4, 1.3, 0.8]
/** The zoom from which each rank of road has its name written along. */
const namedFrom = [8, 9, 11, 12, 13, 15, 15, 16]

export const firstZipNames = 11

/** Draws streets, or ZIP codes and highways where there are none. */
export function drawTile(canvas: HTMLCanvasElement, place: HTMLElement, tile: MapTile, zoom: number): void {
  const density = Math.min(2, devicePixelRatio || 1)
  canvas.width = canvas.height = side * density
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.scale(density, density)
  pen.lineCap = pen.lineJoin = 'round'
  const colors = colorsAt(place)
  for (const zip of tile.zips) outlineZip(pen, zip, colors)
  drawHighways(pen, tile, colors, zoom)
  // Towns are written over the tiles, and anything below one or on another couldn't be read.
  const taken = tile.towns.map(([x, y, name]) => ({ x: x * scale, y: y * scale, width: name.length * 7 }))
  if (zoom >= firstZipNames) writeZips(pen, tile, colors, taken)
  const factor = 1.3 ** (zoom - 14)
  for (const street of tile.streets) {
    const [rank = 7] = street
    pen.lineWidth = Math.max(rank < 2 ? 1.4 : rank < 5 ? 0.8 : 0.5, (widths[rank] ?? 1) * factor)
    pen.strokeStyle = rank < 2 ? colors.highway : rank < 5 ? colors.main : colors.street
    pen.beginPath()
    eachPoint(street, (x, y, isFirst) => (isFirst ? pen.moveTo(x, y) : pen.lineTo(x, y)))
    pen.stroke()
  }
  writeRoadNames(pen, tile, colors, zoom)
}

function eachPoint(street: readonly number[], visit: (x: number, y: number, isFirst: boolean) => void): void {
  let [x, y] = [0, 0]
  for (let at = 2; at + 1 < street.length; at += 2) {
    x += street[at] ?? 0
    y += street[at + 1] ?? 0
    visit(x * scale, y * scale, at === 2)
  }
}

function outlineZip(
  pen: CanvasRenderingContext2D,
  { corners }: MapTile['zips'][number],
  colors: Colors,
): void {
  pen.strokeStyle = colors.edge
  pen.lineWidth = 1
  pen.setLineDash([3, 4])
  pen.beginPath()
  for (let i = 0; i + 1 < corners.length; i += 2)
    pen.lineTo((corners[i] ?? 0) * scale, (corners[i + 1] ?? 0) * scale)
  pen.closePath()
  pen.stroke()
  pen.setLineDash([])
}

function writeZips(pen: CanvasRenderingContext2D, { zips }: MapTile, colors: Colors, taken: Label[]): void {
  for (const { zip, at } of zips) {
    const label = { x: at[0] * scale, y: at[1] * scale, width: 36 }
    if (!isInside(label.x, label.y, 0) || !isFree(label, taken)) continue
    taken.push(label)
    const [x, y] = [Math.min(side - 20, Math.max(20, label.x)), Math.min(side - 8, Math.max(8, label.y))]
    write(pen, zip, x, y, colors)
  }
  // From nearby, a tile can be in the middle of one area, and would be empty.
  const around = taken.length === 0 && zips.find(({ corners }) => isAround(corners, side / 2 / scale))
  if (around) write(pen, around.zip, side / 2, side / 2, colors)
}

/** Whether an outline has a place inside that is as far from the left as from the top. */
function isAround(corners: readonly number[], place: number): boolean {
  let isInsideIt = false
  for (let at = 0; at + 1 < corners.length; at += 2) {
    const [x = 0, y = 0] = corners.slice(at, at + 2)
    const [fromX = 0, fromY = 0] = at === 0 ? corners.slice(-2) : corners.slice(at - 2, at)
    if (y > place !== fromY > place && place < x + ((place - y) / (fromY - y)) * (fromX - x))
      isInsideIt = !isInsideIt
  }
  return isInsideIt
}

interface Spot {
  name: string
  rank: number
  x: number
  y: number
  angle: number
  room: number
}

/** One name per road and tile, on its longest straight part, and none over another. */
function writeRoadNames(pen: CanvasRenderingContext2D, tile: MapTile, colors: Colors, zoom: number): void {
  const best = new Map<string, Spot>()
  for (const street of tile.streets) {
    const [rank = 7, number = -1] = street
    const name = tile.names[number]
    if (name === undefined || zoom < (namedFrom[rank] ?? 99)) continue
    let [fromX, fromY] = [0, 0]
    eachPoint(street, (x, y, isFirst) => {
      const [middleX, middleY] = [(x + fromX) / 2, (y + fromY) / 2]
      const room = isFirst ? 0 : Math.hypot(x - fromX, y - fromY)
      if (room > (best.get(name)?.room ?? 0) && isInside(middleX, middleY, name.length * 3))
        best.set(name, { name, rank, x: middleX, y: middleY, angle: Math.atan2(y - fromY, x - fromX), room })
      ;[fromX, fromY] = [x, y]
    })
  }
  const taken: Spot[] = []
  for (const spot of [...best.values()].toSorted((a, b) => a.rank - b.rank || b.room - a.room)) {
    const isNumber = /^[A-Z]{1,3}[ -]?\d+\w?$/.test(spot.name)
    if (!isNumber && spot.room < spot.name.length * 5.5) continue
    if (taken.some(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) < 60)) continue
    taken.push(spot)
    if (isNumber) drawShield(pen, spot, colors)
    else write(pen, spot.name, spot.x, spot.y, colors, spot.angle)
  }
}
