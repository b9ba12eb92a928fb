export { Promo, Service } from './model'
export { type Amounts, amountsOf, giveBackPromo, grantPromo, promoDiscountOn, promoOffer } from './prices'
export { promoRoutes, serviceRoutes } from './routes'
export { catalogPrice, labelKey, serviceOf, type ServiceType } from './services'
