import { formatPhone, formatsFor } from '../formats'
import type { InvoiceWords } from '../invoice'

const f = formatsFor('es')

export const es: InvoiceWords = {
  invoice: 'Factura',
  creditNote: 'Nota de crédito',
  pageTitle: ({ number, seller }) => `Factura ${number} de ${seller}`,
  billTo: 'Facturar a',
  facts: {
    number: 'Número',
    notNumbered: 'Se asigna al enviarla',
    forInvoice: 'De la factura',
    reference: 'Referencia',
    date: 'Fecha',
    due: 'Vence',
    paidOn: 'Pagada el',
    serviceDate: 'Fecha del servicio',
    billedFor: 'Período facturado',
  },
  date: f.dateOf,
  money: f.money,
  description: 'Descripción',
  amount: 'Importe',
  included: 'Incluido',
  including: ({ service, addOns }) => `${service} (incluye ${f.list(addOns)})`,
  discount: (code) => (code === null ? 'Descuento' : `Descuento (${code})`),
  referralCredit: 'Crédito por recomendación',
  refundFor: (number) => `Reembolso de la factura ${number}`,
  subtotal: 'Subtotal',
  tax: (basisPoints) => `Impuesto (${f.percent(basisPoints)})`,
  total: 'Total',
  paid: 'Pagado',
  refunded: 'Reembolsado',
  balanceDue: 'Saldo pendiente',
  stamps: { void: 'ANULADA', paid: 'PAGADA', refunded: 'REEMBOLSADA' },
  closing: {
    void: 'Esta factura está anulada. No debe nada por ella.',
    creditNote: 'Le haremos el reembolso por el mismo medio con el que pagó.',
    paid: ({ on }) => `Pagada el ${f.dateOf(on)}. Gracias.`,
    partlyRefunded: ({ on, cents }) => `Pagada el ${f.dateOf(on)}. Reembolsamos ${f.money(cents)}.`,
    nothingDue: 'No debe nada.',
    thanks: 'Gracias por su preferencia.',
  },
  payOnline: 'Ver y pagar en línea:',
  notice: {
    callToPay: (phone) =>
      phone === null
        ? 'Para pagar, llame a nuestra oficina.'
        : `Para pagar, llámenos al ${formatPhone(phone)}.`,
    simulated: 'Demostración: los pagos son simulados. No se mueve dinero ni se cobra ninguna tarjeta.',
  },
  page: {
    actions: 'Opciones de la factura',
    downloadPdf: 'Descargar PDF',
    payNow: 'Pagar ahora',
    checking: 'Estamos verificando su pago. Esta página se actualizará en un momento.',
    notArrived:
      'Todavía no hemos recibido ningún pago. Si volvió sin pagar, no se cobró nada. Si ya pagó, puede tardar unos minutos.',
    checkAgain: 'Verificar de nuevo',
    creditNote: 'Nota de crédito',
    photos: 'Fotos del trabajo',
    before: 'Antes',
    after: 'Después',
    notPayable: {
      title: 'Esta factura no se puede pagar aquí',
      void: 'Esta factura está anulada, así que no hay nada que pagar.',
      creditNote: 'Una nota de crédito no se paga.',
      paid: 'Esta factura ya está pagada. Gracias.',
      settled:
        'Es posible que ya haya un pago en curso o que no deba nada. Inténtelo de nuevo en un momento.',
      notOnline: 'Por ahora no se puede pagar en línea. Llámenos para pagar.',
      looksWrong: 'Si cree que es un error, responda al mensaje en el que recibió el enlace.',
    },
  },
}
