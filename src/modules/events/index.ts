export {
  blankEvents,
  changingSubscriptions,
  eventType,
  type EventType,
  keepEvent,
  newEvents,
  recordEvent,
  sweepEvents,
} from './log'
