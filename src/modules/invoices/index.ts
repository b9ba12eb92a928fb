export { creditNoteForRefund } from './credit-notes'
export { forgetCustomer, pdfFile } from './documents'
export {
  countForPeriod,
  followPrice,
  generateInvoice,
  insertDraft,
  invoicePaidJob,
  voidUnpaidInvoice,
} from './draft'
export { InvoiceSheet } from './html'
export { initialsOf, issueInvoice, readyToSend } from './issue'
export { invoiceOfToken, invoiceUrl } from './links'
export { Invoice, InvoiceData, InvoiceDetail, type InvoiceGenerated } from './model'
export { postDraftAt, postInvoicesSoon } from './post'
export { presentInvoice } from './present'
export { checkoutOrderOf, creditNotesShown, invoiceLanguage, invoiceShown, listInvoices } from './read'
export { invoiceAdminRoutes, invoiceRoutes } from './routes'
export {
  type InvoiceRow,
  invoiceToSend,
  isBilledBySchedule,
  isUnseenDraft,
  liveInvoice,
  requireInvoice,
} from './rows'
