import type { Map } from 'leaflet'

/** Hides names that would be cut at the map's edge or stand under its buttons and credits. */
export function clearNames(map: Map): void {
  const container = map.getContainer()
  const edge = container.getBoundingClientRect()
  const covers = [...container.querySelectorAll('.leaflet-control')].map((one) => one.getBoundingClientRect())
  const names = [...container.querySelectorAll<HTMLElement>('.leaflet-names-pane span')]
  // All are measured before any changes, so the browser lays them out once.
  const hidden = names.map((name) => {
    const box = name.getBoundingClientRect()
    const isCut =
      box.left < edge.left || box.right > edge.right || box.top < edge.top || box.bottom > edge.bottom
    return isCut || covers.some((cover) => isOver(box, cover))
  })
  // A label without its name would still be one to screen readers, so all of it is hidden.
  for (const [at, { parentElement }] of names.entries())
    if (parentElement) parentElement.style.visibility = hidden[at] ? 'hidden' : ''
}

const isOver = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
