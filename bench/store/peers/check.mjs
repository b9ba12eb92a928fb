// The booking's rules by hand, for the peer that uses no library at all.
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE = /^[\d\s-]*$/

const isText = (value, max) => typeof value === 'string' && value.length <= max
const isOptionalText = (value, max) => value === undefined || value === null || isText(value, max)
const isOptionalNumber = (value) => value === undefined || value === null || Number.isFinite(value)

export function isBooking(body) {
  return (
    typeof body === 'object' &&
    body !== null &&
    isText(body.customerName, 200) &&
    body.customerName.length > 0 &&
    (body.customerEmail === undefined ||
      (isText(body.customerEmail, 200) && EMAIL.test(body.customerEmail))) &&
    (body.customerPhone === undefined ||
      (isText(body.customerPhone, 50) && PHONE.test(body.customerPhone))) &&
    isText(body.address, 500) &&
    isText(body.type, 200) &&
    Number.isFinite(body.price) &&
    body.price >= 0 &&
    body.price <= 99_999 &&
    isOptionalText(body.preferredDate, 30) &&
    (!body.preferredDate || !Number.isNaN(Date.parse(body.preferredDate))) &&
    isOptionalText(body.preferredTime, 30) &&
    (body.addOns === undefined ||
      (Array.isArray(body.addOns) && body.addOns.every((item) => isText(item, 100)))) &&
    isOptionalText(body.franchiseId, 100) &&
    isOptionalText(body.notes, 1000) &&
    isOptionalText(body.paymentId, 200) &&
    isOptionalText(body.paymentStatus, 50) &&
    isOptionalNumber(body.gutterLength) &&
    isOptionalNumber(body.stories)
  )
}
