import type { ExtrasPrice } from '../../../modules/payments'

/** Extras alone add no more than their prices, so the rest is tax. */
export const isTaxed = ({ before, extras, total }: Omit<ExtrasPrice, 'due'>): boolean =>
  Math.round(total * 100) > Math.round(extras.reduce((sum, { price }) => sum + price, before) * 100)
