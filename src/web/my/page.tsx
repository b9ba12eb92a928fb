import type { Deps } from '../../deps'
import { noticedDemo } from '../layout/noticed-demo'
import { AppRoot, framedShell } from '../layout/shell'
import type { PortalSettings } from './settings'

export const portalPage = (deps: Deps) =>
  framedShell(deps, {
    title: 'My bookings',
    entry: 'my',
    sheets: ['my'],
    current: 'my',
    settings: {
      business: deps.config.business.name,
      emailIsDemo: noticedDemo(deps.config).includes('email'),
    } satisfies PortalSettings,
    children: <AppRoot />,
  })
