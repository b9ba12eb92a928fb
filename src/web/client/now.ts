/** The time on this device: right for greeting and counting down, never for deciding. */
export const now = (): number => Date.now()
