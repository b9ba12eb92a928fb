import { useState } from 'preact/hooks'
import type { Refusals } from '../../words/controls'
import { formatPhone } from '../../words/formats'
import { createApi } from '../client/api'
import { now } from '../client/clock'
import { useHeadingFocus } from '../client/focus'
import { useAction } from '../client/hooks'
import { explained } from '../client/language'
import { pageSettings } from '../client/mount'
import { kept } from '../client/storage'
import { Alert, Button, Emphasis, TextField } from '../components'
import type { PortalSettings } from '../page-routes'
import { formats, language, words } from './words'

const api = createApi({ language })
const text = words.signIn

/** The same for every address, so it doesn't reveal who is a customer. */
const notSent: Refusals = {
  ...text.notSent,
  429: (seconds) => {
    const { phone } = pageSettings() as PortalSettings
    return text.tooMany(momentIn(seconds ?? 60), phone === null ? null : formatPhone(phone))
  },
}

/** The time on the visitor's clock, with the day if it isn't today. */
function momentIn(seconds: number): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const at = now() + seconds * 1_000
  const [today, day] = [now(), at].map((moment) => formats.day(moment, timeZone))
  const time = formats.time(at, timeZone)
  return day === today ? time : `${day}, ${time}`
}

interface SignInProps {
  note: string | null
  focus: boolean
  onSignedIn: (proof: Proof) => void
}

/** First the address, then the code that was sent there. No password to forget. */
export function SignIn({ note, focus, onSignedIn }: SignInProps) {
  const heading = useHeadingFocus(focus)
  const { sendsEmail } = pageSettings() as PortalSettings
  const [email, setEmail] = useState('')
  const [code, setCode] = useState<AwaitedCode | null>(null)
  const ask = useAction(() =>
    explained(async () => {
      // A new code each time it is asked for: no key that would give the old answer again.
      await api.customer.verify.post({ email: email.trim() }, { key: null })
      setCode({ email: email.trim(), isNew: true })
    }, notSent),
  )
  const isNotSent = ask.problem !== null && !ask.fields.email
  return (
    <section class="card my-door stack">
      <h1 ref={heading} tabIndex={-1}>
        {words.title}
      </h1>
      {note && <Alert>{note}</Alert>}
      {!sendsEmail ? (
        <p>{text.noEmail}</p>
      ) : code === null ? (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault()
            void ask.run()
          }}
        >
          <p class="soft">{text.intro}</p>
          <TextField
            label={text.email}
            type="email"
            name="email"
            autoComplete="email"
            required
            value={email}
            onText={setEmail}
            error={ask.fields.email && text.emailWrong}
          />
          {isNotSent && <Alert tone="bad">{ask.problem}</Alert>}
          <div class="actions actions-fill">
            <Button kind="primary" type="submit" size="large" busy={ask.busy}>
              {text.send}
            </Button>
            {isNotSent && (
              <Button
                kind="quiet"
                size="large"
                onClick={() => setCode({ email: email.trim(), isNew: false })}
              >
                {text.haveCode}
              </Button>
            )}
          </div>
        </form>
      ) : (
        <CodeForm awaited={code} onSignedIn={onSignedIn} onBack={() => setCode(null)} />
      )}
    </section>
  )
}

interface AwaitedCode {
  email: string
  /** False where we sent no new one and an earlier one may still do. */
  isNew: boolean
}

interface CodeFormProps {
  awaited: AwaitedCode
  onSignedIn: (proof: Proof) => void
  onBack: () => void
}

function CodeForm({ awaited: { email, isNew }, onSignedIn, onBack }: CodeFormProps) {
  const { emailIsDemo } = pageSettings() as PortalSettings
  const [code, setCode] = useState('')
  const check = useAction(() =>
    explained(async () => {
      const answer = await api.customer.verify.post({ email, code }, { key: null })
      if ('proof' in answer && answer.proof) onSignedIn(rememberProof({ email, token: answer.proof }))
    }, text.notAccepted),
  )
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void check.run()
      }}
    >
      {isNew && emailIsDemo ? (
        <Alert>{text.demo}</Alert>
      ) : isNew ? (
        <Alert tone="good">
          <span>
            <Emphasis text={text.sent(email)} of={email} />
          </span>
        </Alert>
      ) : (
        <p class="soft">
          <Emphasis text={text.latest(email)} of={email} />
        </p>
      )}
      <TextField
        label={text.code}
        name="code"
        class="input input-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        maxLength={6}
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for the code to type here
        autoFocus
        value={code}
        onText={(text) => setCode(text.replaceAll(/\D/g, ''))}
        error={check.fields.code && text.codeWrong}
      />
      {check.problem && !check.fields.code && <Alert tone="bad">{check.problem}</Alert>}
      <div class="actions actions-fill">
        <Button kind="primary" type="submit" size="large" busy={check.busy} disabled={code.length !== 6}>
          {text.submit}
        </Button>
        <Button kind="quiet" size="large" onClick={onBack}>
          {text.startOver}
        </Button>
      </div>
    </form>
  )
}

/** Proves that someone reads an address. It lasts half an hour on this device, or until they sign out. */
export interface Proof {
  email: string
  token: string
}

const lifetime = 30 * 60_000
const place = kept<Proof & { until: number }>('proof')

export function rememberedProof(): Proof | null {
  const proof = place.read()
  if (proof === null || now() < proof.until) return proof
  forgetProof()
  return null
}

/** Someone who signs out in one tab is signed out in all of them. */
export const onProofForgotten = (leave: () => void): void =>
  window.addEventListener('storage', () => place.read() === null && leave())

export const forgetProof = (): void => place.clear()

function rememberProof(proof: Proof): Proof {
  place.write({ ...proof, until: now() + lifetime })
  return proof
}
