import { useEffect, useState } from 'preact/hooks'
import { useAction } from '../../client/hooks'
import { Alert, Button, SchemeSwitch, TextField } from '../../components'
import { enter, session, settings, takeLinkCode } from '../session'

export function SignIn() {
  const [given, setGiven] = useState('')
  const entry = useAction(enter)
  useEffect(() => {
    const code = takeLinkCode()
    if (code !== null) void entry.run(`#code=${code}`)
  }, [])
  return (
    <main class="sign-in">
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault()
          void entry.run(given)
        }}
      >
        <div class="row-apart">
          <h1>{settings.business}</h1>
          <SchemeSwitch />
        </div>
        <p class="soft">
          Paste a sign-in link or a token. To get one, run <code>./truckroll token</code> where the service
          runs. Each link works once and expires after 10 minutes.
        </p>
        {session.hasExpired() && (
          <Alert tone="warn">Your session has ended. Sign in again to continue.</Alert>
        )}
        <TextField
          label="Link or token"
          type="password"
          name="token"
          autocomplete="off"
          autofocus
          required
          value={given}
          onText={setGiven}
          error={entry.problem ?? undefined}
          hint="Kept in this browser tab only, until you close it."
        />
        <Button kind="primary" type="submit" busy={entry.busy}>
          Sign in
        </Button>
      </form>
    </main>
  )
}
