import { Icon } from '../../components'
import type { IconName } from '../../icons/icons'
import { Shown } from './shown'

const colors = `
  ground paper raised sunken hover mute-soft ink ink-soft line line-button line-strong accent accent-strong
  accent-soft good good-soft warn warn-soft bad bad-soft info info-soft`
  .trim()
  .split(/\s+/)
const sizes = ['text-6', 'text-5', 'text-4', 'text-3', 'text-2', 'text-1']
const spaces = [1, 2, 3, 4, 5, 6, 7]

/** The page carries every icon we use. */
const iconNames = () =>
  [...document.querySelectorAll('path[id^=icon-]')].map(({ id }) => id.replace('icon-', '') as IconName)

export const Foundations = () => (
  <>
    <Shown name="Colors">
      <ul class="design-grid">
        {colors.map((name) => (
          <li key={name}>
            <i class="design-swatch" style={{ background: `var(--${name})` }} />
            <small>{name}</small>
          </li>
        ))}
      </ul>
    </Shown>
    <Shown name="Text sizes">
      {sizes.map((name) => (
        <p key={name} style={{ fontSize: `var(--${name})` }}>
          Gutter cleaning, Tue 8–10 AM, $1,250.00 <small class="soft">{name}</small>
        </p>
      ))}
      <p class="small">
        Small, <span class="soft">soft</span>, <b>strong</b>, <code>code</code>, <kbd>Ctrl K</kbd>,{' '}
        <a href="#colors">a link</a>
      </p>
    </Shown>
    <Shown name="Spaces">
      {spaces.map((step) => (
        <i key={step} class="design-space" style={{ width: `var(--space-${step})` }} />
      ))}
    </Shown>
    <Shown name="Icons">
      <ul class="design-grid">
        {iconNames().map((name) => (
          <li key={name}>
            <Icon name={name} />
            <small>{name}</small>
          </li>
        ))}
      </ul>
    </Shown>
  </>
)
