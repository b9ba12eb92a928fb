import { useMemo, useState } from 'preact/hooks'
import { Button, Confirm } from '../components'
import { SignOuts } from './signed-out'
import { useSending } from './use-sending'
import { controls, words } from './words'

/** At the bottom and with a question, since nobody gets back in without the office. */
export function SignOut({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div class="work-foot">
      <Button kind="quiet" size="small" onClick={() => setAsking(true)}>
        {words.signOut.button}
      </Button>
      <Confirm
        title={words.signOut.title}
        open={isAsking}
        action={words.signOut.button}
        cancel={controls.back}
        words={controls}
        onClose={() => setAsking(false)}
        onConfirm={onSignOut}
      >
        <p>{words.signOut.text}</p>
      </Confirm>
    </div>
  )
}

interface SigningOut {
  /** Ends this token at the office, now or at the next contact. */
  signOut: (token: string) => Promise<void>
  /** The office doesn't know of a sign-out yet. */
  waits: boolean
}

/** Tells the office about sign-outs as soon as the network allows, also after the page was closed. */
export function useSignOuts(): SigningOut {
  const signOuts = useMemo(() => new SignOuts(), [])
  const [waits, setWaits] = useState(!signOuts.isEmpty)
  const send = async (): Promise<boolean> => {
    await signOuts.send()
    setWaits(!signOuts.isEmpty)
    return !signOuts.isEmpty
  }
  useSending(send, [signOuts])
  return {
    signOut: async (token) => {
      signOuts.add(token)
      await send()
    },
    waits,
  }
}
