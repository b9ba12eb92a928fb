import { useEffect, useState } from 'preact/hooks'
import { controlWords } from '../../words/controls'
import { pageLanguage } from '../client/language'
import { mount } from '../client/mount'
import { Account } from './account'
import { forgetProof, onProofForgotten, rememberedProof, SignIn, type Proof } from './sign-in'

/** Either the way in, or what is behind it. */
function Portal() {
  const [proof, setProof] = useState<Proof | null>(rememberedProof)
  const [note, setNote] = useState<string | null>(null)
  /** Whether it was the door that led here, and not the page that was opened. */
  const [moved, setMoved] = useState(false)
  const leave = (why: string | null) => {
    forgetProof()
    setNote(why)
    setProof(null)
    setMoved(true)
  }
  useEffect(() => onProofForgotten(() => leave(null)), [])
  const enter = (fresh: Proof) => {
    setProof(fresh)
    setMoved(true)
  }
  if (!proof) return <SignIn note={note} focus={moved} onSignedIn={enter} />
  const leaveFrom = (why: string | null) => {
    const remembered = rememberedProof()
    // A slow answer to an old proof doesn't sign out somebody who has signed in again since.
    if (remembered !== null && remembered.token !== proof.token) return setProof(remembered)
    leave(why)
  }
  return <Account key={proof.token} proof={proof} focus={moved} onLeave={leaveFrom} />
}

mount(<Portal />, { dismissLabel: controlWords(pageLanguage()).dismiss })
