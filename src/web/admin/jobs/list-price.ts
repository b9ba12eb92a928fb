import type { Service } from '../../../modules/services/model'

/** What to put into a form when a service is chosen; nothing where it has no list price. */
export function listPriceOf(
  services: Pick<Service, 'label' | 'listPrice'>[],
  label: string,
): { price?: string } {
  const price = services.find((service) => service.label === label)?.listPrice
  return price === null || price === undefined ? {} : { price: String(price) }
}
