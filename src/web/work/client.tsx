import { mount } from '../client/mount'
import { followNewTokens } from '../client/storage'
import { WorkDay } from './day'

mount(<WorkDay />)
followNewTokens()

// Optional: without it the page works all the same, as long as it stays open.
navigator.serviceWorker?.register('/work-offline.js', { scope: '/work' }).catch(() => {})
