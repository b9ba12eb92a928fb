/** Wanted by the tab when a customer is opened, and right away by an address that names one. */
export const loadCustomerPage = () => import('./page')
