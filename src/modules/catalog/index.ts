export { Promo, Service, ServiceInput } from './model'
export { type Amounts, amountsOf, giveBackPromo, grantPromo, promoDiscountOn, promoOffer } from './prices'
export { promoRoutes, serviceRoutes } from './routes'
export { catalogPrice, insertService, labelKey, serviceOf, type ServiceType } from './services'
