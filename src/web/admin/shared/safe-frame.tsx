import { useMemo, useRef } from 'preact/hooks'

interface SafeFrameProps {
  title: string
  html: string
  /** Handed the frame once it is shown, for printing. */
  onShown?: (frame: HTMLIFrameElement) => void
}

/**
 * Somebody else's HTML in a sandbox: no script, no form, no way out, and the policy of the page holds
 * inside as well, so that no picture is fetched from elsewhere.
 */
export function SafeFrame({ title, html, onShown }: SafeFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const shown = () => {
    const element = frame.current
    const inside = element?.contentDocument
    if (!element || !inside) return
    dress(inside)
    element.style.height = `${Math.min(Math.max(inside.documentElement.scrollHeight, 120), 1600)}px`
    onShown?.(element)
  }
  return (
    <iframe
      ref={frame}
      class="safe-frame"
      title={title}
      sandbox="allow-same-origin allow-modals"
      srcDoc={useMemo(() => undress(html), [html])}
      onLoad={shown}
    />
  )
}

/**
 * The policy forbids inline styles in whatever is parsed, so they travel as data. Only looks depend on
 * this: a style that is missed is refused by the policy, as a script would be.
 */
function undress(html: string): string {
  return html
    .replaceAll(/<style[^<>]*>/gi, '<template data-sheet>')
    .replaceAll(/<\/style>/gi, '</template>')
    .replaceAll(/<[a-z](?:"[^"]{0,2000}"|'[^']{0,2000}'|[^<>"'])*>/gi, (tag) =>
      tag.replaceAll(/\sstyle=/gi, ' data-style='),
    )
}

/** Our own script may put them on again. */
function dress(inside: Document): void {
  for (const element of inside.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? ''
  const Sheet = inside.defaultView?.CSSStyleSheet
  if (!Sheet) return
  const sheet = new Sheet()
  const texts = [...inside.querySelectorAll('template')].map(({ content }) => content.textContent)
  sheet.replaceSync(texts.join('\n'))
  inside.adoptedStyleSheets = [sheet]
}
