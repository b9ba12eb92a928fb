import { keptForThisTab } from '../../client/storage'

/** Which franchise went to the processor's pages: the address people are sent back to does not say. */
export const connecting = keptForThisTab<string>('connecting')
