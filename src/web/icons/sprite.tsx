import { icons, type IconName } from './icons'

const names = Object.keys(icons) as IconName[]

interface SpriteProps {
  /** The icons that the page shows; all by default. */
  only?: readonly IconName[]
}

/** Icons once, in the page itself: `Icon` shows one without a request or a line of script. */
export function IconSprite({ only = names }: SpriteProps) {
  const symbols = only.map((name) => `<symbol id="icon-${name}" viewBox="0 0 24 24">${icons[name]}</symbol>`)
  return <svg hidden aria-hidden="true" dangerouslySetInnerHTML={{ __html: symbols.join('') }} />
}
