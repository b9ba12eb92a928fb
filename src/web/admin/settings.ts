import { pageSettings } from '../client/settings'
import type { ConsoleSettings } from './page'

/** What the server wrote into the page; read once, since it never changes. */
export const settings = pageSettings() as ConsoleSettings
