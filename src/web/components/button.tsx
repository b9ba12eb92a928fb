import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'

type Kind = 'primary' | 'secondary' | 'quiet' | 'danger'

interface Look {
  kind?: Kind
  /** `icon` is square, for an icon alone: give it an `aria-label`. */
  size?: 'small' | 'large' | 'icon'
  wide?: boolean
  /** A quiet button that takes something away has the color of danger. */
  grave?: boolean
}

const classOf = ({ kind = 'secondary', size, wide, grave }: Look): string =>
  ['button', `button-${kind}`, size && `button-${size}`, wide && 'button-wide', grave && 'button-grave']
    .filter(Boolean)
    .join(' ')

interface Waits {
  busy?: boolean
  /** For a moment it ignores clicks, which may still be meant for what stood there before. It looks as always. */
  resting?: boolean
}

type ButtonProps = Look & Omit<ButtonHTMLAttributes, 'size'> & Waits

/** While busy, the button keeps its place and announces itself as busy, but ignores clicks. */
export function Button({
  kind,
  size,
  wide,
  grave,
  busy = false,
  resting = false,
  disabled,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isDeaf = busy || resting
  return (
    <button
      {...rest}
      type={type}
      class={classOf({ kind, size, wide, grave })}
      disabled={disabled}
      aria-busy={busy ? 'true' : undefined}
      aria-disabled={isDeaf ? 'true' : undefined}
      data-resting={resting ? '' : undefined}
      onClick={isDeaf ? (event) => event.preventDefault() : onClick}
    />
  )
}

interface LinkProps extends Look {
  href: string
  download?: string
  external?: boolean
  children: ComponentChildren
}

/** A link that looks like a button. */
export function ButtonLink({ kind, size, wide, href, download, external = false, children }: LinkProps) {
  return (
    <a
      class={classOf({ kind, size, wide })}
      href={href}
      download={download}
      {...(external ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {children}
    </a>
  )
}

/**
 * Shows what it switches to: a moon in light mode, a sun in dark mode. Hidden when scripts are off, because it needs
 * one; the system's color scheme applies then.
 */
export function SchemeSwitch({ label = 'Switch between light and dark mode' }: { label?: string }) {
  return (
    <button type="button" class="scheme-switch script-only" data-scheme-switch aria-label={label}>
      <svg viewBox="0 0 24 24" width={20} height={20} aria-hidden="true">
        <path class="scheme-moon" d="M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9Z" />
        <g class="scheme-sun">
          <circle cx="12" cy="12" r="4" />
          <path d="M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5" />
        </g>
      </svg>
    </button>
  )
}
