import type { Reply } from '../map-server'

export interface Contours {
  contours: { time: number; color?: string }[]
}

/** Refuses with Valhalla's message. */
export const refuse =
  (code: number, error: string): Reply =>
  () =>
    Response.json({ error_code: code, error, status_code: 400, status: 'Bad Request' }, { status: 400 })

/** Draws squares as contours, within its operator's limits. */
export const drawContours =
  ({ contours: most = 4, minutes = 120, areas = 1 } = {}): Reply =>
  (asked) => {
    const { contours } = asked.body as Contours
    if (contours.length > most) return refuse(152, `Exceeded max contours: ${most}`)(asked)
    if (contours.some(({ time }) => time > minutes))
      return refuse(151, `Exceeded max time: ${minutes}`)(asked)
    const features = contours
      .toSorted((a, b) => b.time - a.time)
      .flatMap(({ time, color = 'bf4040' }) =>
        Array.from({ length: areas }, (_, at) => square(time, color, at)),
      )
    return Response.json({ features, type: 'FeatureCollection' })
  }

function square(time: number, color: string, at: number) {
  const far = time / 100
  const ring = [
    [-far, -far],
    [far, -far],
    [far, far],
    [-far, far],
    [-far, -far],
  ].map(([lng = 0, lat = 0]) => [-89.6437 + at + lng, 39.8017 + lat])
  const properties = { color: `#${color}`, contour: time, fill: `#${color}`, metric: 'time', opacity: 0.33 }
  return { properties, geometry: { coordinates: [ring], type: 'Polygon' }, type: 'Feature' }
}
