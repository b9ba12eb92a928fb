export { eventTypes } from './catalog'
export { forgetCustomer, sweepDeliveries } from './deliveries'
export { webhookRoutes } from './routes'
export { resumeWebhooks, sendWebhooksSoon, stopWebhooks } from './sender'
