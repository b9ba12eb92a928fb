import { icons, type IconName } from './icons'
import { pathOf } from './path'

const names = Object.keys(icons) as IconName[]

interface SpriteProps {
  /** The icons that the page shows; all by default. */
  only?: readonly IconName[]
}

/** Icons once, in the page itself: `Icon` shows one without a request or a line of script. */
export function IconSprite({ only = names }: SpriteProps) {
  const paths = only.map((name) => `<path id="icon-${name}" d="${pathOf(icons[name])}"/>`)
  return <svg hidden aria-hidden="true" dangerouslySetInnerHTML={{ __html: paths.join('') }} />
}
