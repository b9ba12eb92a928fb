/** Colors are `#rrggbb`. */
const channelsOf = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

const hex = (channels: number[]): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** WCAG's relative luminance. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const share = channel / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The color of companies that haven't chosen their own, and its shade for dark pages and emails, chosen by eye. */
export const [ourColor, ourDarkColor] = ['#1f6f54', '#58c398']

const enough = 4.5
const steps = 20

/** The color itself, or the nearest shade of it that can be read on the background. */
export function readableOn(color: string, background: string): string {
  const end = luminance(background) > 0.4 ? 0 : 255
  const channels = channelsOf(color)
  for (let step = 0; step <= steps; step++) {
    const shade = hex(channels.map((channel) => channel + ((end - channel) * step) / steps))
    if (contrast(shade, background) >= enough) return shade
  }
  return end === 0 ? '#000000' : '#ffffff'
}

/** A color with a share of another one in it. */
export function mixed(color: string, other: string, share: number): string {
  const others = channelsOf(other)
  return hex(channelsOf(color).map((channel, at) => channel + ((others[at] ?? 0) - channel) * share))
}

const [ink, paper] = ['#1c2420', '#ffffff']

/** Letters that can be read on a surface of this color. */
export const inkOn = (color: string): string => (contrast(color, paper) >= contrast(color, ink) ? paper : ink)
