import type { Map } from 'leaflet'

/** Fired on a map when its pin has moved. */
export const pinned = 'pinned'

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/**
 * Moves names out from under a pin, and hides those that would be cut at the map's edge, stand under its controls or
 * cover the name of a larger town.
 */
export function clearNames(map: Map): void {
  const container = map.getContainer()
  const edge = container.getBoundingClientRect()
  const boxesOf = (selector: string): Box[] =>
    [...container.querySelectorAll(selector)].map((one) => one.getBoundingClientRect())
  const covers = boxesOf('.leaflet-control')
  const pins = boxesOf('.map-pin, .map-base')
  const names = [...container.querySelectorAll<HTMLElement>('.leaflet-names-pane span')]
  // All are measured before any changes, so the browser lays them out once.
  const shown: Box[] = []
  const placed = names.map((name) => {
    const box = placeOf(name)
    const pin = pins.find((one) => isOver(box, one))
    const down = pin === undefined ? 0 : pin.bottom - box.top
    const [top, bottom] = [box.top + down, box.bottom + down]
    const isCut = box.left < edge.left || box.right > edge.right || top < edge.top || bottom > edge.bottom
    const there = { left: box.left, right: box.right, top, bottom }
    const isHidden = isCut || [...covers, ...shown].some((other) => isOver(there, other))
    if (!isHidden) shown.push(there)
    return { name, down, isHidden }
  })
  for (const { name, down, isHidden } of placed) {
    name.style.translate = down === 0 ? '' : `0 ${down}px`
    // A label without its name would still be one to screen readers, so all of it is hidden.
    if (name.parentElement) name.parentElement.style.visibility = isHidden ? 'hidden' : ''
  }
}

/** Where a name belongs, whether or not it has been moved: around its town, which is a point. */
function placeOf(name: HTMLElement): Box {
  const { width, height } = name.getBoundingClientRect()
  const { x, y } = (name.parentElement ?? name).getBoundingClientRect()
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }
}

const isOver = (one: Box, other: Box): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
