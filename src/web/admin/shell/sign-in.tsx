import { useState } from 'preact/hooks'
import { useAction } from '../../client/hooks'
import { Alert, Button, SchemeSwitch, TextField } from '../../components'
import { session, tryToken, settings } from '../session'

export function SignIn() {
  const [given, setGiven] = useState('')
  const entry = useAction(async () => {
    const token = tokenIn(given)
    await tryToken(token)
    session.signIn(token)
  })
  return (
    <main class="sign-in">
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault()
          void entry.run()
        }}
      >
        <div class="row-apart">
          <h1>{settings.business}</h1>
          <SchemeSwitch />
        </div>
        <p class="soft">
          Open the admin link that the service printed when it started, or paste its token here. For a new one
          run <code>bun src/cli.ts token</code>.
        </p>
        {session.hasExpired() && (
          <Alert tone="warn">Your token is not valid any more. Sign in again to go on.</Alert>
        )}
        <TextField
          label="Token"
          type="password"
          name="token"
          autocomplete="off"
          autofocus
          required
          value={given}
          onText={setGiven}
          error={entry.problem ?? undefined}
          hint="It stays in this browser tab and is forgotten when you close it."
        />
        <Button kind="primary" type="submit" busy={entry.busy}>
          Sign in
        </Button>
      </form>
    </main>
  )
}

/** People paste the whole link as often as the token alone. */
const tokenIn = (text: string): string => /[#&]token=([^&\s]+)/.exec(text)?.[1] ?? text.trim()
