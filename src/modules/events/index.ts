export { blankEvents, eventType, type EventType, keepEvent, newEvents, recordEvent, sweepEvents } from './log'
