import { testAccessibleConsole } from './support/accessible-console'

// In a file of its own, because both walks together would take as long as all other files.
testAccessibleConsole('dark', 390)
