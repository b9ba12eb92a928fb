import { render, type ComponentChild } from 'preact'
import { Toasts } from '../components/toast'
import { reportVitals } from './vitals'

/** Puts the app where the server left room for it, with a place for toasts. */
export function mount(app: ComponentChild, dismiss?: string): void {
  const root = document.getElementById('app')
  if (!root) return
  reportVitals()
  root.replaceChildren()
  render(
    <>
      {app}
      <Toasts dismiss={dismiss} />
    </>,
    root,
  )
}

/** What the server wrote into the page for its script; each page knows the shape of its own. */
export const pageSettings = (): unknown => JSON.parse(document.body.dataset.settings ?? '{}')
