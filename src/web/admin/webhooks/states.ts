export const eventStates = {
  queued: 'Waiting',
  processing: 'In work',
  done: 'Done',
  dead: 'Given up',
}
