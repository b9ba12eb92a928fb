import type { Attack } from './attack'
import {
  canceledUnderWay,
  cheapBookings,
  fullCalendar,
  heldWeek,
  lockedOut,
  lockedOutOfBooking,
  messagesToStrangers,
  takenWeek,
} from './abuse'
import { aroundTheGuard, changedTokens, otherOrigins, redirects } from './guards'
import { claimedMoney, namedHosts, queryText, storedScripts } from './input'
import { canceledByACrowd, eventsAtOnce, guessedCodes, oneCode, onePromo, refundedAtOnce } from './races'
import { slowExpressions } from './regular-expressions'
import { bombs, slowClients, smuggling } from './sockets'

export const attacks: Attack[] = [
  aroundTheGuard,
  changedTokens,
  otherOrigins,
  redirects,
  storedScripts,
  queryText,
  namedHosts,
  claimedMoney,
  messagesToStrangers,
  lockedOut,
  lockedOutOfBooking,
  fullCalendar,
  takenWeek,
  heldWeek,
  cheapBookings,
  canceledUnderWay,
  canceledByACrowd,
  refundedAtOnce,
  eventsAtOnce,
  onePromo,
  oneCode,
  guessedCodes,
  smuggling,
  slowClients,
  bombs,
  slowExpressions,
]
