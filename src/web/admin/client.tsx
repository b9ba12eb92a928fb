import { useEffect, useState } from 'preact/hooks'
import { mount } from '../client/mount'
import { followNewCodes } from '../client/storage'
import { session } from './session'
import { Lazy } from './shared/lazy'
import { openingScripts } from './shell/opening'
import { Shell } from './shell/shell'

const loadSignIn = () => import('./shell/sign-in')

const loadDesign = () => import('./design/page')
/** The service has this page in development only. */
const isDesign = location.pathname === '/admin/design'

/** Shows the console, or the sign-in page when there is no valid token. */
function Console() {
  const [token, setToken] = useState(session.token())
  const [wasSignedIn] = useState(token !== null)
  useEffect(() => {
    const follow = () => setToken(session.token())
    // A request of the first frame may have been refused before this runs.
    follow()
    return session.onChange(follow)
  }, [])
  return token === null ? (
    <Lazy load={loadSignIn}>{({ SignIn }) => <SignIn />}</Lazy>
  ) : (
    <Shell isNew={!wasSignedIn} />
  )
}

if (isDesign) mount(<Lazy load={loadDesign}>{({ default: Design }) => <Design />}</Lazy>)
// Other scripts import this one, so it can't wait for them before it ends.
else if (session.token() !== null) void openingScripts().then(() => mount(<Console />))
else mount(<Console />)
followNewCodes()
