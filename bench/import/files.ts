/** Streets and names that repeat now and then, as they do in a town. */
const firsts = [
  'Ana',
  'Ben',
  'Chloe',
  'Dev',
  'Elena',
  'Frank',
  'Grace',
  'Hugo',
  'Iris',
  'Jamal',
  'Kim',
  'Luis',
]
const lasts = [
  'Alvarez',
  'Brooks',
  'Chen',
  'Diaz',
  'Evans',
  'Foster',
  'Gómez',
  'Hughes',
  'Ito',
  'Jones',
  'Kaur',
]
const streets = ['Main St', 'Oak Ave', 'Elm Street', 'Larimer St', 'Park Road', 'Maple Dr', 'Cedar Ln']

const personOf = (at: number) => {
  const name = `${firsts[at % firsts.length]} ${lasts[Math.floor(at / firsts.length) % lasts.length]} ${at}`
  const street = `${100 + (at % 9_000)} ${streets[at % streets.length]}`
  return {
    name,
    street,
    email: `client${at}@mail.example`,
    phone: `(303) ${200 + (at % 700)}-${String(at % 10_000).padStart(4, '0')}`,
  }
}

/** A file with the headers of Jobber's client export; every 50th row repeats an earlier client. */
export function jobberClients(rows: number): string {
  const header =
    'J-ID,Display Name,Company Name,First Name,Last Name,Main Phone #s,Email,Billing Street 1,Billing City,Billing State,Billing Zip code,Service Street 1,Service Street 2,Service City,Service State,Service Zip code,Tags,Lead Source,Created Date,Archived'
  const lines = Array.from({ length: rows }, (_, at) => {
    const { name, street, email, phone } = personOf(at % 50 === 49 ? at - 20 : at)
    const [first = '', ...rest] = name.split(' ')
    return `${at},${name},,${first},${rest.join(' ')},${phone},${email},PO Box ${at},Denver,CO,80201,${street},,Denver,CO,80202,"VIP, gate code ${at}",Google,2024-05-0${1 + (at % 9)},false`
  })
  return [header, ...lines].join('\r\n')
}

/** A file with the headers of Housecall Pro's job export: about four jobs per customer, some of them ahead of us. */
export function jobExport(rows: number, now: number): string {
  const header =
    'Job #,Job description,Job status,Customer name,Email,Address,Job created date,Job scheduled start date,Job scheduled end date,Assigned employees,Job amount,Due amount'
  const day = (offset: number) => {
    const [year, month, date] = new Date(now + offset * 86_400_000).toISOString().slice(0, 10).split('-')
    return `${month}/${date}/${year}`
  }
  const lines = Array.from({ length: rows }, (_, at) => {
    const { name, street, email } = personOf(Math.floor(at / 4))
    const isAhead = at % 50 === 0
    const on = day(isAhead ? 3 + (at % 60) : -3 - (at % 1_400))
    const status = isAhead ? 'Scheduled' : at % 17 === 0 ? 'Canceled' : 'Completed'
    const hour = 7 + (at % 10)
    return `="${at}",Gutter cleaning,${status},${name},${email},"${street}, Denver, CO 80202",${day(-1_500)},${on} ${hour}:00,${on} ${hour + 1}:00,Sam Ford,"$1,${100 + (at % 800)}.00",$0.00`
  })
  return [header, ...lines].join('\n')
}
