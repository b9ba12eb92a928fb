import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'

type Kind = 'primary' | 'secondary' | 'quiet' | 'danger'

interface Look {
  kind?: Kind
  size?: 'small' | 'large'
  wide?: boolean
}

const classOf = ({ kind = 'secondary', size, wide }: Look): string =>
  ['button', `button-${kind}`, size && `button-${size}`, wide && 'button-wide'].filter(Boolean).join(' ')

type ButtonProps = Look & Omit<ButtonHTMLAttributes, 'size'> & { busy?: boolean }

/** While busy it stays where it is and reads as busy, but does nothing. */
export function Button({
  kind,
  size,
  wide,
  busy = false,
  disabled,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      class={classOf({ kind, size, wide })}
      disabled={disabled}
      aria-busy={busy ? 'true' : undefined}
      aria-disabled={busy ? 'true' : undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  )
}

interface LinkProps extends Look {
  href: string
  download?: string
  external?: boolean
  children: ComponentChildren
}

/** Looks like a button and goes somewhere. */
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
