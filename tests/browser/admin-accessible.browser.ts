import { testAccessibleConsole } from './support/accessible-console'

testAccessibleConsole('light', 1280)
