import { createContext } from 'preact'

/** Whether a component stands in a dialog or a drawer. */
export const InOverlay = createContext(false)
