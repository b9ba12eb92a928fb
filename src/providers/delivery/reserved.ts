const reservedDomains = /(?:^|\.)(?:example\.(?:com|org|net)|example|test|invalid|localhost)$/i

/** Domains set aside for documentation and tests: nobody reads mail there, so none is sent. */
export function isReservedEmail(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).replace(/\.$/, '')
  return reservedDomains.test(domain)
}

/** 555-0100 to 555-0199 in any area of the North American plan: numbers for fiction. */
export function isReservedPhone(phone: string): boolean {
  const digits = phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return /^(?:\d{3})?55501\d{2}$/.test(digits)
}
