-- One booking per request, each from another client address, so the limit per address isn't reached.
local services = { 'Gutter cleaning', 'Window cleaning', 'Pressure washing', 'Roof inspection', 'HVAC tune-up' }
local streets = { 'Larkspur Lane', 'Juniper Street', 'Mill Road', 'Harbor Avenue', 'Orchard Court' }
local names = { 'Avery Whitfield', 'Jordan Castellano', 'Priya Raman', 'Sam Okafor', 'Lucia Brandt' }
local extras = { '[]', '["Downspout flush"]', '["Downspout flush","Gutter guards"]' }
local client = 0
local dates = {}

function init(args)
  client = tonumber(args[1]) or 0
  for day = 1, 30 do
    dates[day] = os.date('!%Y-%m-%d', os.time() + day * 86400)
  end
  wrk.method = 'POST'
end

function request()
  client = client + 1
  local n = client
  local address = string.format('10.%d.%d.%d', math.floor(n / 65536) % 256, math.floor(n / 256) % 256, n % 256)
  local body = string.format(
    '{"customerName":"%s","customerEmail":"customer.%d@example.com","customerPhone":"555-%03d-%04d",'
      .. '"address":"%d %s, Dayton, OH 45402","type":"%s","price":%d.%02d,"addOns":%s,"preferredDate":"%s"}',
    names[n % 5 + 1],
    n,
    n % 1000,
    n % 10000,
    n % 900 + 1,
    streets[n % 5 + 1],
    services[n % 5 + 1],
    80 + n % 300,
    n % 100,
    extras[n % 3 + 1],
    dates[n % 30 + 1]
  )
  return wrk.format(nil, nil, { ['Content-Type'] = 'application/json', ['X-Forwarded-For'] = address }, body)
end
