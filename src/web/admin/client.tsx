import { useEffect, useState } from 'preact/hooks'
import { mount } from '../client/mount'
import { followNewCodes } from '../client/storage'
import { session } from './session'
import { Shell } from './shell/shell'
import { SignIn } from './shell/sign-in'

/** Either the way in or the office; a token that has run out leads back to the way in. */
function Console() {
  const [token, setToken] = useState(session.token())
  useEffect(() => session.onChange(() => setToken(session.token())), [])
  return token === null ? <SignIn /> : <Shell />
}

mount(<Console />)
followNewCodes()
