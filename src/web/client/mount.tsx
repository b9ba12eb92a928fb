import { render, type ComponentChild, type ComponentProps } from 'preact'
import { Toasts } from '../components/toast'
import { reportVitals } from './vitals'

/** Renders the app and its toasts into the element the server prepared. */
export function mount(app: ComponentChild, toasts: ComponentProps<typeof Toasts> = {}): void {
  const root = document.getElementById('app')
  if (!root) return
  reportVitals()
  root.replaceChildren()
  render(
    <>
      {app}
      <Toasts {...toasts} />
    </>,
    root,
  )
}

/** Settings the server wrote into the page; each page knows the shape of its own. */
export const pageSettings = (): unknown => JSON.parse(document.body.dataset.settings ?? '{}')
