import { icons, type IconName } from './icons'

const names = Object.keys(icons) as IconName[]

interface SpriteProps {
  /** The icons that the page shows; all by default. */
  only?: readonly IconName[]
}

/** Icons once, in the page itself: `Icon` shows one without a request or a line of script. */
export const IconSprite = ({ only = names }: SpriteProps) => (
  <svg hidden aria-hidden="true">
    {only.map((name) => (
      <path key={name} id={`icon-${name}`} d={icons[name]} />
    ))}
  </svg>
)
