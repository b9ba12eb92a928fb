import type { OwnMove } from '../../modules/work/model'

/** What the buttons say. */
export const stepWords: Record<OwnMove['to'], string> = {
  en_route: 'On my way',
  in_progress: 'Start work',
  completed: 'Work is done',
  no_show: 'Nobody is there',
}
