// The load where wrk is not installed: the same bookings as load/booking.lua, result as JSON on stdout.
import autocannon from 'autocannon'

const [url, connections, seconds, firstClient] = process.argv.slice(2)
const services = ['Gutter cleaning', 'Window cleaning', 'Pressure washing', 'Roof inspection', 'HVAC tune-up']
const streets = ['Larkspur Lane', 'Juniper Street', 'Mill Road', 'Harbor Avenue', 'Orchard Court']
const names = ['Avery Whitfield', 'Jordan Castellano', 'Priya Raman', 'Sam Okafor', 'Lucia Brandt']
const extras = [[], ['Downspout flush'], ['Downspout flush', 'Gutter guards']]
const dates = Array.from({ length: 30 }, (_, day) =>
  new Date(Date.now() + (day + 1) * 86_400_000).toISOString().slice(0, 10),
)
let client = Number(firstClient)

function varyRequest(request) {
  client += 1
  const n = client
  request.headers['X-Forwarded-For'] = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  request.body = JSON.stringify({
    customerName: names[n % 5],
    customerEmail: `customer.${n}@example.com`,
    customerPhone: `555-${String(n % 1000).padStart(3, '0')}-${String(n % 10000).padStart(4, '0')}`,
    address: `${(n % 900) + 1} ${streets[n % 5]}, Dayton, OH 45402`,
    type: services[n % 5],
    price: (8_000 + (n % 30_000)) / 100,
    addOns: extras[n % 3],
    preferredDate: dates[n % 30],
  })
  return request
}

const result = await autocannon({
  url,
  connections: Number(connections),
  duration: Number(seconds),
  requests: [{ method: 'POST', headers: { 'Content-Type': 'application/json' }, setupRequest: varyRequest }],
})
process.stdout.write(JSON.stringify(result))
