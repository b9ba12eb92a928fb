export interface Deployment {
  id: string
  url: string
  state: string
}

export interface HostingSummary {
  /** The latest first. */
  deployments: Deployment[]
  productionUrl: string | null
}

/** Where the service runs. */
export interface Hosting {
  readonly name: 'vercel' | 'process'
  summary(): Promise<HostingSummary>
  /** Throws unless it answers us now. */
  probe(): Promise<void>
}
