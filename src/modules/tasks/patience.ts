/** Seconds a run may keep its connection waiting. */
export const patience = 120
