import '../shared/kit'
import type { ComponentType } from 'preact'
import { SchemeSwitch } from '../../components'
import { Controls } from './controls'
import { Foundations } from './foundations'
import { Overlays } from './overlays'
import { States } from './states'
import { Tables } from './tables'

type Scheme = 'light' | 'dark'

const parts: [title: string, Part: ComponentType<{ scheme: Scheme }>][] = [
  ['Colors, text and icons', Foundations],
  ['Buttons and fields', Controls],
  ['Tables and lists', Tables],
  ['States', States],
  ['Menus, dialogs and toasts', Overlays],
]

/** Every component in every state, light beside dark. It exists in development only. */
export default function DesignPage() {
  return (
    <main class="design">
      <header class="tab-head">
        <h1>Design</h1>
        <p class="soft small">Everything the console is made of, light and dark.</p>
        <SchemeSwitch />
      </header>
      {parts.map(([title, Part]) => (
        <section key={title} class="stack">
          <h2>{title}</h2>
          <div class="design-pair">
            {(['light', 'dark'] as const).map((scheme) => (
              <div key={scheme} class="console design-pane" style={{ colorScheme: scheme }}>
                <Part scheme={scheme} />
              </div>
            ))}
          </div>
        </section>
      ))}
    </main>
  )
}
