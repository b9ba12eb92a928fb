import { useState } from 'preact/hooks'
import { createApi } from '../client/api'
import { useHeadingFocus } from '../client/focus'
import { useAction } from '../client/hooks'
import { pageSettings } from '../client/mount'
import { keptForThisTab } from '../client/storage'
import { Alert, Button, TextField } from '../components'
import type { PortalSettings } from '../page-routes'

const api = createApi()

interface SignInProps {
  note: string | null
  focus: boolean
  onSignedIn: (proof: Proof) => void
}

/** First the address, then the code that was sent there. No password to forget. */
export function SignIn({ note, focus, onSignedIn }: SignInProps) {
  const heading = useHeadingFocus(focus)
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const ask = useAction(async () => {
    // A new code each time it is asked for: no key that would give the old answer again.
    await api.customer.verify.post({ email: email.trim() }, { key: null })
    setSentTo(email.trim())
  })
  return (
    <section class="card my-door stack">
      <h1 ref={heading} tabIndex={-1}>
        My bookings
      </h1>
      {note && <Alert>{note}</Alert>}
      {sentTo === null ? (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault()
            void ask.run()
          }}
        >
          <p class="soft">Enter the email address you booked with. We send you a code to sign in.</p>
          <TextField
            label="Email"
            type="email"
            name="email"
            autoComplete="email"
            required
            value={email}
            onText={setEmail}
            error={ask.fields.email && 'Enter an email address, such as you@example.com.'}
          />
          {ask.problem && !ask.fields.email && <Alert tone="bad">{ask.problem}</Alert>}
          <Button kind="primary" type="submit" size="large" busy={ask.busy}>
            Send me a code
          </Button>
        </form>
      ) : (
        <CodeForm email={sentTo} onSignedIn={onSignedIn} onBack={() => setSentTo(null)} />
      )}
    </section>
  )
}

interface CodeFormProps {
  email: string
  onSignedIn: (proof: Proof) => void
  onBack: () => void
}

function CodeForm({ email, onSignedIn, onBack }: CodeFormProps) {
  const { emailIsDemo } = pageSettings() as PortalSettings
  const [code, setCode] = useState('')
  const check = useAction(async () => {
    const answer = await api.customer.verify.post({ email, code }, { key: null })
    if ('proof' in answer && answer.proof) onSignedIn(rememberProof({ email, token: answer.proof }))
  })
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void check.run()
      }}
    >
      <Alert tone="good">
        <span>
          A code is on its way to <strong>{email}</strong>. It is good for ten minutes.
          {emailIsDemo && ' In demo mode no email is sent: the code is in the log of the service.'}
        </span>
      </Alert>
      <TextField
        label="Code"
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
        error={check.fields.code && 'The code has six digits.'}
      />
      {check.problem && !check.fields.code && <Alert tone="bad">{check.problem}</Alert>}
      <div class="actions actions-fill">
        <Button kind="primary" type="submit" size="large" busy={check.busy} disabled={code.length !== 6}>
          Sign in
        </Button>
        <Button kind="quiet" size="large" onClick={onBack}>
          Another address, or a new code
        </Button>
      </div>
    </form>
  )
}

/** Shows that somebody reads an address. It lasts half an hour, and no longer than this tab. */
export interface Proof {
  email: string
  token: string
}

const place = keptForThisTab<Proof>('proof')

export const rememberedProof = (): Proof | null => place.read()
export const forgetProof = (): void => place.clear()

function rememberProof(proof: Proof): Proof {
  place.write(proof)
  return proof
}
