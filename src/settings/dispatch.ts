import { z } from 'zod'
import { group } from './group'

/** How dispatch may move visits. A franchise may have its own way. */
export const visitMoves = {
  moves: z
    .enum(['window', 'never'])
    .describe('Whether dispatch may move a visit inside the arrival window its customer was promised'),
  freezeHours: z
    .int()
    .min(0)
    .max(72)
    .describe('How many hours before the day of a visit it is fixed; 6 is 6 PM the evening before'),
  keepsTechnician: z.boolean().describe('Whether a moved visit keeps its technician'),
}

export const dispatch = group({
  title: 'Dispatch',
  fields: visitMoves,
  first: () => ({ moves: 'window' as const, freezeHours: 6, keepsTechnician: false }),
  variables: {},
})
