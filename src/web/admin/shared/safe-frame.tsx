import { useMemo, useRef } from 'preact/hooks'

interface SafeFrameProps {
  title: string
  html: string
  /** Receives the frame once it is shown, for printing. */
  onShown?: (frame: HTMLIFrameElement) => void
}

/**
 * Shows untrusted HTML in a sandbox without scripts, forms or navigation. The page's content policy applies
 * inside too, so no image is loaded from elsewhere.
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
 * The content policy blocks inline styles in parsed HTML, so this turns them into data attributes. A style
 * it misses is blocked like a script would be, and only the looks suffer.
 */
function undress(html: string): string {
  return html
    .replaceAll(/<style[^<>]*>/gi, '<template data-sheet>')
    .replaceAll(/<\/style>/gi, '</template>')
    .replaceAll(/<[a-z](?:"[^"]{0,2000}"|'[^']{0,2000}'|[^<>"'])*>/gi, (tag) =>
      tag.replaceAll(/\sstyle=/gi, ' data-style='),
    )
}

/** Our own script is allowed to apply the styles again. */
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
