/** The status of a message, in words. */
export const states = {
  queued: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  dead: 'Not delivered',
  unknown: 'Unconfirmed',
  cancelled: 'Canceled',
  held: 'On hold',
}
