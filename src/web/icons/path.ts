/** The shapes of an icon as one path, because a browser lays out every shape of every icon it shows. */
export const pathOf = (shapes: string): string =>
  [...shapes.matchAll(/<(\w+) ([^>]*)\/>/g)]
    .map(([, shape = '', attributes = '']) => {
      const draw = drawn[shape]
      if (!draw) throw new Error(`An icon can't be drawn with <${shape}>`)
      return draw(attributesIn(attributes))
    })
    .join('')

const attributesIn = (text: string): Attributes =>
  new Map([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]))

type Attributes = ReadonlyMap<string, string>

const drawn: Record<string, (of: Attributes) => string> = {
  path: (of) => startingAnywhere(of.get('d') ?? ''),
  polygon: (of) => `M${of.get('points')}z`,
  circle(of) {
    const r = numberOf(of, 'r')
    const half = `a${r} ${r} 0 1 0 `
    return `M${numberOf(of, 'cx') - r} ${numberOf(of, 'cy')}${half}${2 * r} 0${half}${-2 * r} 0z`
  },
  rect(of) {
    const [width, height, r] = [numberOf(of, 'width'), numberOf(of, 'height'), numberOf(of, 'rx')]
    const corner = (x: number, y: number) => `a${r} ${r} 0 0 1 ${x} ${y}`
    const [across, down] = [width - 2 * r, height - 2 * r]
    return [
      `M${numberOf(of, 'x') + r} ${numberOf(of, 'y')}h${across}${corner(r, r)}`,
      `v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`,
    ].join('')
  },
}

const numberOf = (of: Attributes, name: string): number => Number(of.get(name) ?? 0)

/** A path may begin with a relative move, which is from the icon's corner only for the first path. */
function startingAnywhere(path: string): string {
  const [, x, y, rest = ''] = /^m(-?[\d.]+)[ ,]?(-?[\d.]+)[ ,]?(.*)$/.exec(path) ?? []
  if (x === undefined) return path
  return `M${x} ${y}${/^[-\d.]/.test(rest) ? 'l' : ''}${rest}`
}
