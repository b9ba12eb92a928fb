/** The states of a message, in words. */
export const states = {
  queued: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  dead: 'Not delivered',
  unknown: 'Perhaps sent',
  cancelled: 'Not sent',
  held: 'Held',
}
