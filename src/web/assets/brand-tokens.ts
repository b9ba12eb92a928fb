import { mixed, ourColor, ourDarkColor, readableOn } from '../../lib/color'

/** Papers that brand-colored text stands on, from tokens.css; the hardest to read on of each scheme. */
const [lightPaper, darkPaper] = ['#e9ecef', '#272b31']

/** As tokens.css has them. */
const ours = {
  '--accent': `light-dark(${ourColor}, ${ourDarkColor})`,
  '--accent-strong': 'light-dark(#175842, #7ad4b0)',
  '--accent-soft': 'light-dark(#e3f3eb, #16352a)',
  '--on-accent': 'light-dark(#ffffff, #05241a)',
}

/** Shades of a color that can be read on our pages, in light and dark, and with letters on them. */
export function brandTokens(color: string): Record<string, string> {
  if (color.toLowerCase() === ourColor) return ours
  const softLight = mixed(color, '#ffffff', 0.88)
  const softDark = mixed(color, '#16181b', 0.78)
  const light = readableOn(readableOn(color, lightPaper), softLight)
  const dark = readableOn(readableOn(color, darkPaper), softDark)
  const pair = (one: string, other: string) => `light-dark(${one}, ${other})`
  return {
    '--accent': pair(light, dark),
    '--accent-strong': pair(mixed(light, '#000000', 0.22), mixed(dark, '#ffffff', 0.3)),
    '--accent-soft': pair(softLight, softDark),
    '--on-accent': pair('#ffffff', '#0b0d0f'),
  }
}
