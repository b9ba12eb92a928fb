import { icons } from './icons'

/** All icons once, in the page itself: `Icon` shows one without a request or a line of script. */
export function IconSprite() {
  const symbols = Object.entries(icons).map(
    ([name, shapes]) => `<symbol id="icon-${name}" viewBox="0 0 24 24">${shapes}</symbol>`,
  )
  return <svg hidden aria-hidden="true" dangerouslySetInnerHTML={{ __html: symbols.join('') }} />
}
