import { useState } from 'preact/hooks'
import { Account } from './account'
import { forgetProof, rememberedProof, type Proof } from './proof'
import { SignIn } from './sign-in'

/** Either the way in, or what is behind it. */
export function Portal() {
  const [proof, setProof] = useState<Proof | null>(rememberedProof)
  const [note, setNote] = useState<string | null>(null)
  const leave = (why: string | null) => {
    forgetProof()
    setNote(why)
    setProof(null)
  }
  if (!proof) return <SignIn note={note} onSignedIn={setProof} />
  return <Account key={proof.token} proof={proof} onLeave={leave} />
}
