import type { InvoiceData } from '../../../src/modules/invoices/model'

export const polish = 'Wojciech Brzęczyszczykiewicz-Ślązakowski, Grzegorz Chrząszczyżewoszycki i Spółka'
export const arabic = 'عبد الرحمن بن خالد بن فيصل آل سعود وشركاه للمقاولات (الرياض 12)'
export const chinese = '欧阳娜娜与上官婉儿房屋管理及排水系统维护有限公司北京分公司'

/** Ten lines and three long names: the invoice that has to look right. */
export function tenLines(customer: string): InvoiceData {
  return {
    kind: 'invoice',
    number: 'FRG-2026-0001',
    status: 'sent',
    issuedOn: '2026-03-02',
    dueOn: '2026-03-16',
    paidOn: null,
    currency: 'USD',
    seller: {
      name: 'Front Range Gutters',
      email: 'denver@example.com',
      phone: '(303) 555-0100',
      address: '200 Wazee St, Denver, CO 80205',
      color: '#1f6f54',
    },
    customer: {
      name: customer,
      email: 'customer@example.com',
      phone: '303-555-0142',
      address: '1420 Larimer St, Apartment 12B, Denver, CO 80202',
    },
    jobId: 'job-1',
    reference: 'TR-7K2Q9',
    serviceDate: '2026-03-09',
    period: '2026-03-08',
    lines: [
      { kind: 'service', label: 'Gutter cleaning', amountCents: 18_950 },
      { kind: 'add_on', label: 'Downspout flush', amountCents: 2_500 },
      { kind: 'add_on', label: 'Roof debris removal', amountCents: null },
      {
        kind: 'add_on',
        label: 'Czyszczenie rynien od strony południowej z wywozem liści i płukaniem rur spustowych',
        amountCents: 4_500,
      },
      { kind: 'add_on', label: 'تنظيف المزاريب من الأوراق (الطابق 2) والأنابيب', amountCents: 4_500 },
      { kind: 'add_on', label: '安装防护网与清洁排水管道', amountCents: 12_000 },
      { kind: 'add_on', label: 'Photos before and after', amountCents: null },
      { kind: 'add_on', label: 'Fascia wash', amountCents: 3_000 },
      { kind: 'discount', label: 'Discount (SPRING)', amountCents: -1_500 },
      { kind: 'credit', label: 'Referral credit', amountCents: -1_000 },
    ],
    subtotalCents: 42_950,
    taxPercent: 8.81,
    taxCents: 3_784,
    totalCents: 46_734,
    paidCents: 0,
    balanceCents: 46_734,
    refundedCents: 0,
    creditsNumber: null,
    notice: null,
    logoUrl: null,
    payUrl: 'https://example.com/i/AZXq3n0RcACaUmw_ChssPQ.4f2a9c1b7d',
  }
}
