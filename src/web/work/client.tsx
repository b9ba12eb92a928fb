import { mount } from '../client/mount'
import { followNewCodes } from '../client/storage'
import { WorkDay } from './day'
import { controls } from './words'

mount(<WorkDay />, { dismissLabel: controls.dismiss })
followNewCodes()

// Optional: without it the page works all the same, as long as it stays open.
navigator.serviceWorker?.register('/work-offline.js', { scope: '/work' }).catch(() => {})
