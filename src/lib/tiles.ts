/** A square of the web's usual map: x counts from the west and y from the north, 2^z in each direction. */
export interface Tile {
  z: number
  x: number
  y: number
}

/** The deepest tiles we cut; the browser enlarges them beyond. */
export const deepestTile = 16

/** Coordinates inside a tile go from 0 to this, from its north-west corner. */
export const tileExtent = 2_048

/** South, west, north and east in degrees. */
export interface Box {
  south: number
  west: number
  north: number
  east: number
}

/** The tile's corners, with a border of this many of its coordinates. */
export function boxOf({ z, x, y }: Tile, border = 0): Box {
  const edge = border / tileExtent
  const side = 2 ** z
  return {
    west: ((x - edge) / side) * 360 - 180,
    east: ((x + 1 + edge) / side) * 360 - 180,
    north: latitudeAt((y - edge) / side),
    south: latitudeAt((y + 1 + edge) / side),
  }
}

const latitudeAt = (share: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI

/** Converts degrees to coordinates in the tile, which are outside its extent for places elsewhere. */
export function projection({ z, x, y }: Tile): (lat: number, lng: number) => [x: number, y: number] {
  const size = 2 ** z * tileExtent
  return (lat, lng) => {
    const sine = Math.sin((lat * Math.PI) / 180)
    const down = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
    return [((lng + 180) / 360) * size - x * tileExtent, down * size - y * tileExtent]
  }
}
