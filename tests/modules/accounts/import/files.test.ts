import { describe, expect, test } from 'bun:test'
import { readCsv } from '../../../../src/modules/accounts/import/csv'
import { guessMapping, originOf } from '../../../../src/modules/accounts/import/fields'
import { readVCards } from '../../../../src/modules/accounts/import/vcard'
import { centsIn, endingIn, minuteIn, whenIn } from '../../../../src/modules/accounts/import/values'

/** Jobber's spelling, which isn't ours. */
const theirEmails = ['E', 'mails'].join('-')

const utf8 = (text: string) => new TextEncoder().encode(text)

async function rowsOf(rows: AsyncIterable<string[]>): Promise<string[][]> {
  const all: string[][] = []
  for await (const row of rows) all.push(row)
  return all
}
const csv = (text: string) => rowsOf(readCsv(utf8(text)))
const cards = (text: string) => rowsOf(readVCards(utf8(text)))

describe('a CSV file', () => {
  test('may have quotes, commas and line breaks in cells, and empty lines between rows', async () => {
    expect(await csv('a,b\r\n"1, ""one""","x\r\ny"\r\n\r\n,\r\n3,4')).toEqual([
      ['a', 'b'],
      ['1, "one"', 'x\ny'],
      ['3', '4'],
    ])
  })

  test('may use semicolons or tabs, begin with a byte order mark, or say how it is divided', async () => {
    const expected = [
      ['Name', 'City'],
      ['Ada', 'Denver, CO'],
    ]
    expect(await csv('\uFEFFName;City\nAda;Denver, CO\n')).toEqual(expected)
    expect(await csv('Name\tCity\nAda\tDenver, CO\n')).toEqual(expected)
    expect(await csv('sep=;\nName;City\nAda;Denver, CO\n')).toEqual(expected)
    expect(await csv('Name\nAda\n')).toEqual([['Name'], ['Ada']])
  })

  test('is read as UTF-8, or as Windows-1252 if it is none, or as UTF-16 with its mark', async () => {
    expect(await rowsOf(readCsv(utf8('Name\nZoë\n')))).toEqual([['Name'], ['Zoë']])
    expect(await rowsOf(readCsv(Buffer.from('Name\nZo\u00eb\n', 'latin1')))).toEqual([['Name'], ['Zoë']])
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Name\nZoë\n', 'utf16le')])
    expect(await rowsOf(readCsv(wide))).toEqual([['Name'], ['Zoë']])
  })

  test('has the same rows wherever a slice of it ends', async () => {
    const rows = Array.from({ length: 9_000 }, (_, at) => [
      String(at),
      `"é ${at}", ${'x'.repeat(at % 40)}\nz`,
    ])
    const text = rows.map(([number, cell = '']) => `${number},"${cell.replaceAll('"', '""')}"\r\n`).join('')
    expect(await csv(text)).toEqual(rows)
  })

  test('is refused if a quotation mark is never closed', async () => {
    expect(csv('a,b\n1,"2\n3,4\n')).rejects.toThrow('is never closed')
    expect(csv(`a,b\n1,"${'x\n'.repeat(1_000_000)}`)).rejects.toThrow('is never closed')
  })
})

describe('a vCard file', () => {
  test('gives a row per card, with folded lines, groups, types and escaped signs', async () => {
    const text = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Park;Ada;;;',
      'FN:Ada Park',
      'ORG:Park\\, Inc.;Sales',
      'item1.TEL;type=WORK;type=FAX:303-555-0109',
      'TEL;TYPE=home:303-555-0102',
      'TEL;TYPE="cell,pref":303-555-0101',
      'EMAIL;type=INTERNET:ada@example',
      ' .com',
      'ADR;TYPE=home:;;12 Main St;Denver;CO;80202;USA',
      'NOTE:Gate code 12\\nBig dog',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:4.0',
      'N:Cole;Ben;;;',
      'TEL;VALUE=uri:tel:+1-303-555-0103;ext=5',
      'END:VCARD',
      '',
    ].join('\r\n')
    const [header, ...rows] = await cards(text)
    expect(header).toEqual(['Name', 'Company', 'Emails', 'Phones', 'Address', 'Notes', 'Categories'])
    expect(rows).toEqual([
      [
        'Ada Park',
        'Park, Inc., Sales',
        'ada@example.com',
        '303-555-0101; 303-555-0102',
        '12 Main St, Denver, CO 80202',
        'Gate code 12\nBig dog',
        '',
      ],
      ['Ben Cole', '', '', '+1-303-555-0103', '', '', ''],
    ])
  })

  test('has the same cards wherever a slice of it ends', async () => {
    const card = (at: number) => `BEGIN:VCARD\r\nFN:Customer with a long na\r\n me ${at}\r\nEND:VCARD\r\n`
    const rows = await cards(Array.from({ length: 3_000 }, (_, at) => card(at)).join(''))
    expect(rows.slice(1).map(([name]) => name)).toEqual(
      Array.from({ length: 3_000 }, (_, at) => `Customer with a long name ${at}`),
    )
  })
})

describe('the fields of columns', () => {
  const guess = (kind: 'customers' | 'jobs', header: string) => {
    const columns = header.split(',')
    return Object.fromEntries(columns.map((column, at) => [column, guessMapping(kind, columns)[at]]))
  }

  test("are known for Jobber's clients", () => {
    const header = `J-ID,Display Name,Company Name,First Name,Last Name,Main Phone #s,Mobile Phone #s,${theirEmails},Billing Street 1,Billing City,Service Street 1,Service Street 2,Service City,Service State,Service Zip code,Tags,Lead Source,CFT[Gate code],Archived`
    expect(originOf(header.split(','))).toBe('jobber')
    expect(guess('customers', header)).toMatchObject({
      'J-ID': null,
      'Display Name': 'name',
      'Company Name': 'company',
      'Main Phone #s': 'phone',
      'Mobile Phone #s': 'phone',
      [theirEmails]: 'email',
      'Billing Street 1': 'billingStreet',
      'Service Street 1': 'street',
      'Service Street 2': 'street2',
      'Service Zip code': 'zip',
      Tags: 'notes',
      'CFT[Gate code]': 'notes',
    })
  })

  test("are known for Jobber's jobs", () => {
    const header =
      'Job #,Client name,Client email,Client phone,Title,Service street,Service city,Service ZIP,Scheduled start date,Closed date,Visits assigned to,Total ($)'
    expect(originOf(header.split(','))).toBe('jobber')
    expect(guess('jobs', header)).toEqual({
      'Job #': null,
      'Client name': 'name',
      'Client email': 'email',
      'Client phone': 'phone',
      Title: 'service',
      'Service street': 'street',
      'Service city': 'city',
      'Service ZIP': 'zip',
      'Scheduled start date': 'start',
      'Closed date': 'completed',
      'Visits assigned to': 'worker',
      'Total ($)': 'total',
    })
  })

  test("are known for Housecall Pro's customers and jobs", () => {
    const people =
      'First Name,Last Name,Display Name,Company,Mobile Number,Home Number,Email,Street,Street Line 2,City,State,Zip,Notes,Do not service'
    expect(originOf(people.split(','))).toBe('housecall-pro')
    expect(guess('customers', people)).toMatchObject({
      'Mobile Number': 'phone',
      'Home Number': 'phone',
      Street: 'street',
      'Street Line 2': 'street2',
      Zip: 'zip',
      'Do not service': 'notes',
    })
    const work =
      'Job #,Job description,Job status,Customer name,Address,Job created date,Job scheduled start date,Assigned employees,Job amount,Due amount'
    expect(originOf(work.split(','))).toBe('housecall-pro')
    expect(Object.values(guess('jobs', work))).toEqual([
      null,
      'service',
      'status',
      'name',
      'address',
      'created',
      'start',
      'worker',
      'total',
      'due',
    ])
  })

  test('are guessed for a plain spreadsheet, one column each', () => {
    expect(
      Object.values(guess('customers', 'customer,email address,Cell phone,Full address,name,Favorite color')),
    ).toEqual([null, 'email', 'phone', 'address', 'name', null])
    expect(Object.values(guess('jobs', 'Date,Time,Customer,Service,Price,Paid,Technician'))).toEqual([
      'start',
      'startTime',
      'name',
      'service',
      'total',
      'paid',
      'worker',
    ])
  })
})

describe('values in cells', () => {
  test('are amounts in dollars, and nothing else', () => {
    expect(['$1,250.00', '80', '80.5', '$ 0.00', '1250.500'].map(centsIn)).toEqual([
      125_000, 8_000, 8_050, 0, 125_050,
    ])
    expect(['a lot', '-5', '1.250,00', '12.345', ''].map(centsIn)).toEqual([null, null, null, null, null])
  })

  test('are dates with the month first, with and without a time', () => {
    const read = (text: string) => {
      const when = whenIn(text)
      return when && [when.date.toString(), when.minute]
    }
    expect(read('2026-03-02')).toEqual(['2026-03-02', null])
    expect(read('3/2/2026 1:30 PM')).toEqual(['2026-03-02', 810])
    expect(read('03/02/26')).toEqual(['2026-03-02', null])
    expect(read('Mar 2, 2026 at 9 am')).toEqual(['2026-03-02', 540])
    expect(read('Monday, March 2nd, 2026')).toEqual(['2026-03-02', null])
    expect(whenIn('2026-03-02T09:00:00-07:00')?.at).toBe(Date.parse('2026-03-02T16:00:00Z'))
    for (const odd of ['25/12/2026', '2.3.2026', 'next tuesday', '2/30/2026', '1/1/0001'])
      expect(whenIn(odd)).toBeNull()
    expect(['9:00 AM', '12:15 am', '12 PM', '17:45', '25:00', 'noon'].map(minuteIn)).toEqual([
      540,
      15,
      720,
      1_065,
      null,
      null,
    ])
  })

  test('are states of a job in the words of other software', () => {
    const words = {
      Completed: 'completed',
      Invoiced: 'completed',
      Canceled: 'cancelled',
      'pro canceled': 'cancelled',
      'No-show': 'no_show',
      Scheduled: 'open',
      'In progress': 'open',
      incomplete: 'open',
      '': null,
    }
    for (const [text, ending] of Object.entries(words)) expect(endingIn(text)).toBe(ending as never)
  })
})
