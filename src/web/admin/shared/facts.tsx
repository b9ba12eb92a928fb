import type { ComponentChildren } from 'preact'
import { formatPhone } from '../../client/format'
import { Badge } from '../../components'
import { plain, toneOf } from './words'

type Fact = [label: string, value: ComponentChildren]

/** A list of labels and values. Empty values are left out. */
export function Facts({ facts }: { facts: Fact[] }) {
  const known = facts.filter(([, value]) => value !== false && (value ?? '') !== '')
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

export const dialed = (phone: string): string => phone.replaceAll(/[^\d+]/g, '')

/** Calls from a phone with one tap. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${dialed(phone)}`}>{formatPhone(phone)}</a>
)

export const MailLink = ({ email }: { email: string }) => (
  <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>
)

/** Shows whether a step of a checklist is done. */
export const CheckMark = ({ done }: { done: boolean }) => (
  <span
    class="check-mark"
    data-done={done ? 'true' : 'false'}
    role="img"
    aria-label={done ? 'Done' : 'Not done yet'}
  >
    {done ? '✓' : '○'}
  </span>
)

/** A key number with its label below. */
export function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div class="figure">
      <b>{value}</b>
      <span>{label}</span>
    </div>
  )
}

interface TwoLinesProps {
  first: ComponentChildren
  /** Shown smaller, below the first line. */
  second: ComponentChildren
}

/** Two facts in one cell, which keeps tables narrow. */
export const TwoLines = ({ first, second }: TwoLinesProps) => (
  <span class="two-lines">
    <span>{first}</span>
    {second && <small>{second}</small>}
  </span>
)

export function StateBadge({ state, words }: { state: string; words?: Record<string, string> }) {
  return <Badge tone={toneOf(state)}>{words?.[state] ?? plain(state)}</Badge>
}
