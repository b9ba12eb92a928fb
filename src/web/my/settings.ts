/** What the server tells the page of the customer. */
export interface PortalSettings {
  business: string
  /** No email leaves the box: the code is found in the log. */
  emailIsDemo: boolean
}
