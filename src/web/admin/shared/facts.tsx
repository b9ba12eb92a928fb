import type { ComponentChildren } from 'preact'

type Fact = [label: string, value: ComponentChildren]

/** What is known about one thing; what is not known is left out. */
export function Facts({ facts }: { facts: Fact[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return (
    <dl class="facts">
      {known.map(([label, value]) => (
        <>
          <dt key={`${label}-term`}>{label}</dt>
          <dd key={label}>{value}</dd>
        </>
      ))}
    </dl>
  )
}

export function Section({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <section class="section">
      <div class="row-apart">
        <h3>{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  )
}
