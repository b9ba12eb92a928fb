import { useEffect, useState } from 'preact/hooks'
import { mount } from '../client/mount'
import { followNewCodes } from '../client/storage'
import { session } from './session'
import { Shell } from './shell/shell'
import { SignIn } from './shell/sign-in'

/** Shows the console, or the sign-in page when there is no valid token. */
function Console() {
  const [token, setToken] = useState(session.token())
  useEffect(() => session.onChange(() => setToken(session.token())), [])
  return token === null ? <SignIn /> : <Shell />
}

mount(<Console />)
followNewCodes()
