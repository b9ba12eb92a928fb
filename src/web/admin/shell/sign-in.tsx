import '../shared/kit'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useAction } from '../../client/hooks'
import { Alert, Button, Icon, SchemeSwitch, TextField } from '../../components'
import {
  askForCode,
  enter,
  enterWithCode,
  forgetSetupCode,
  hasSetupCode,
  session,
  settings,
  setUp,
  takeLinkCode,
} from '../session'
import { errorText } from '../shared/words'
import { useSso } from './sso'

/** First the email address, then the code we sent there. A link or a token works too. */
export function SignIn() {
  const [isSetup, setSetup] = useState(hasSetupCode)
  const [email, setEmail] = useState('')
  const [isAsked, setAsked] = useState(false)
  const sso = useSso()
  const link = useAction(enter)
  useEffect(() => {
    const code = takeLinkCode()
    if (code !== null) void link.run(`#code=${code}`)
  }, [])
  const leaveSetup = () => {
    forgetSetupCode()
    setSetup(false)
  }
  return (
    <main class="sign-in">
      <div class="card stack">
        <div class="row-apart">
          <h1 class="side-head">
            {settings.logo ? <img src={settings.logo} alt="" /> : <Icon name="truck" />}
            <span>{settings.business}</span>
          </h1>
          <SchemeSwitch />
        </div>
        <h2>{isSetup ? 'Create your owner account' : 'Sign in'}</h2>
        {session.hasExpired() && (
          <Alert tone="warn">Your session has ended. Sign in again to continue.</Alert>
        )}
        {link.problem !== null && <Alert tone="bad">{link.problem}</Alert>}
        {sso.problem !== null && <Alert tone="bad">{sso.problem}</Alert>}
        {isSetup ? (
          <SetupForm onLeave={leaveSetup} />
        ) : isAsked ? (
          <CodeForm email={email} onBack={() => setAsked(false)} />
        ) : (
          <EmailForm
            before={email}
            onAsked={(given) => {
              setEmail(given)
              setAsked(true)
            }}
          />
        )}
        {!isSetup && settings.sso && (
          <Button wide busy={sso.busy} onClick={sso.leave}>
            Continue with SSO
          </Button>
        )}
        {!isSetup && <LinkForm />}
      </div>
    </main>
  )
}

interface StepProps {
  /** The submit button's label. */
  submit: string
  action: ReturnType<typeof useAction<[]>>
  ready?: boolean
  /** Another way in that people have to look for, so it doesn't take the focus. */
  quiet?: boolean
  other?: { label: string; run: () => void }
  children: ComponentChildren
}

function Step({ submit, action, ready = true, quiet = false, other, children }: StepProps) {
  const isElsewhere = action.problem !== null && Object.keys(action.fields).length === 0
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!quiet) form.current?.querySelector('input')?.focus()
  }, [])
  return (
    <form
      ref={form}
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void action.run()
      }}
    >
      {children}
      {isElsewhere && <Alert tone="bad">{action.problem}</Alert>}
      <div class="actions">
        <Button
          kind={quiet ? 'secondary' : 'primary'}
          type="submit"
          wide
          busy={action.busy}
          disabled={!ready}
        >
          {submit}
        </Button>
        {other && (
          <Button kind="quiet" wide onClick={other.run}>
            {other.label}
          </Button>
        )}
      </div>
    </form>
  )
}

/** With the address from before, so a new code is one click away. */
function EmailForm({ before, onAsked }: { before: string; onAsked: (email: string) => void }) {
  const [email, setEmail] = useState(before)
  const asking = useAction(async () => {
    await askForCode(email.trim())
    onAsked(email.trim())
  })
  return (
    <Step submit="Email me a code" action={asking}>
      {settings.undelivered.includes('email') && (
        <Alert tone="warn">
          Email isn't set up on this server, so we can't send codes. Ask the person who runs the server for a
          sign-in link. They get one with <code>./truckroll staff invite</code>.
        </Alert>
      )}
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        required
        value={email}
        onText={setEmail}
        error={errorText(asking.fields.email)}
      />
    </Step>
  )
}

function CodeForm({ email, onBack }: { email: string; onBack: () => void }) {
  const [code, setCode] = useState('')
  const checking = useAction(() => enterWithCode(email, code))
  return (
    <Step
      submit="Sign in"
      action={checking}
      ready={code.length === 6}
      other={{ label: 'Get a new code', run: onBack }}
    >
      <Alert tone="good">
        <span>
          If {email} is on your team, we've emailed a six-digit code. It expires in 10 minutes.
          {settings.emailIsDemo && " In demo mode, no email is sent: find the code in the server's log."}
        </span>
      </Alert>
      <TextField
        label="Code"
        name="code"
        class="input input-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        required
        value={code}
        onText={(text) => setCode(text.replaceAll(/\D/g, ''))}
        error={errorText(checking.fields.code)}
      />
    </Step>
  )
}

/** The reader of the first start's link becomes the owner. */
function SetupForm({ onLeave }: { onLeave: () => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const creating = useAction(() => setUp({ name: name.trim(), email: email.trim() }))
  return (
    <Step submit="Create owner account" action={creating} other={{ label: 'Sign in instead', run: onLeave }}>
      <p class="soft">
        Welcome! As the owner, you can invite everyone else. Next time, sign in with a code we email you.
      </p>
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        required
        value={name}
        onText={setName}
        error={errorText(creating.fields.name)}
      />
      <TextField
        label="Your email"
        type="email"
        name="email"
        autoComplete="email"
        required
        value={email}
        onText={setEmail}
        error={errorText(creating.fields.email)}
      />
    </Step>
  )
}

/** For tokens from the command line, and for links that were opened in another browser. */
function LinkForm() {
  const [given, setGiven] = useState('')
  const entering = useAction(() => enter(given))
  return (
    <details>
      <summary class="soft small">Use a link or token</summary>
      <Step submit="Sign in with link or token" action={entering} quiet>
        <TextField
          label="Link or token"
          type="password"
          name="token"
          autocomplete="off"
          required
          value={given}
          onText={setGiven}
          hint="Paste the link or token you were given. A token is kept in this tab only."
        />
      </Step>
    </details>
  )
}
