/** Where the payment page sends people back to: `/my?paid=` and the job. */
export const returnAddress = (jobId: string): string => `${location.origin}/my?paid=${jobId}`

/** The job somebody comes back from paying for, taken out of the address, so that reloading is just that. */
export function takeReturn(): string | null {
  const jobId = new URLSearchParams(location.search).get('paid')
  if (jobId !== null) history.replaceState(null, '', location.pathname)
  return jobId
}
