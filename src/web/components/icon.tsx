import type { IconName } from '../icons/icons'

interface IconProps {
  name: IconName
  /** Its meaning, for screen readers, where no words say it. */
  label?: string
}

/** An icon of the console, whose page carries them all. As high as the text beside it. */
export const Icon = ({ name, label }: IconProps) => (
  <svg
    class="icon"
    viewBox="0 0 24 24"
    {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' })}
  >
    <use href={`#icon-${name}`} />
  </svg>
)
