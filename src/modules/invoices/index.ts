export { readAging } from './aging'
export { creditNoteForRefund, undoCreditNote } from './credit-notes'
export { forgetCustomer, pdfFile } from './documents'
export {
  countForPeriod,
  followPrice,
  generateInvoice,
  insertDraft,
  invoicePaidJob,
  reopenInvoice,
  voidUnpaidInvoice,
} from './draft'
export { invoiceEventTypes } from './events'
export { findInvoices } from './find'
export { InvoiceSheet } from './html'
export { initialsOf, issueInvoice, readyToSend } from './issue'
export { invoiceOfLink, invoiceUrl, ownInvoiceUrl } from './links'
export { listInvoices } from './list'
export {
  Invoice,
  type InvoiceAging,
  InvoiceData,
  InvoiceDetail,
  type InvoiceGenerated,
  type InvoiceItem,
} from './model'
export { downloadFont, isArchiveOf, unpackFont } from './pdf/add-font'
export { type FontPackage, fontPackages } from './pdf/font-packages'
export { clearMissingFont, fontsFolder, renderReport, renderTable } from './pdf/render'
export type { ReportDocument } from './pdf/report'
export type { TableDocument } from './pdf/table'
export { postDraftAt, postInvoicesSoon } from './post'
export { paidOnOf, presentInvoice } from './present'
export { checkoutOrderOf, creditNotesShown, invoiceShown } from './read'
export { invoiceAdminRoutes, invoiceRoutes } from './routes'
export {
  type InvoiceRow,
  invoiceToSend,
  isBilledBySchedule,
  isUnseenDraft,
  liveInvoice,
  requireInvoice,
} from './rows'
export { sendInvoice } from './send'
