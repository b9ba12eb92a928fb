import type { ComponentChildren } from 'preact'

/** One component with its name, in each of its states. */
export const Shown = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <section class="design-shown" aria-label={name}>
    <h3>{name}</h3>
    {children}
  </section>
)
