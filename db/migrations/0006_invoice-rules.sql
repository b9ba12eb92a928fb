-- A number belongs to its invoice from the moment it was given, whatever becomes of the invoice.
CREATE TRIGGER invoices_number_stays
BEFORE UPDATE OF number ON invoices
WHEN OLD.number IS NOT NULL AND NEW.number IS NOT OLD.number
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
-- What was sent says the same for ever; it can be paid, sent again and voided, and void is final.
CREATE TRIGGER invoices_sent_stay
BEFORE UPDATE OF kind, status, job_id, franchise_id, refund_id, credits_id, content, total_cents, tax_cents, issued_on, due_on ON invoices
WHEN OLD.status <> 'draft' AND (
  NEW.kind <> OLD.kind OR NEW.job_id <> OLD.job_id OR NEW.franchise_id IS NOT OLD.franchise_id
  OR NEW.refund_id IS NOT OLD.refund_id OR NEW.credits_id IS NOT OLD.credits_id
  OR NEW.content <> OLD.content OR NEW.total_cents <> OLD.total_cents OR NEW.tax_cents <> OLD.tax_cents
  OR NEW.issued_on IS NOT OLD.issued_on OR NEW.due_on IS NOT OLD.due_on
  OR NEW.status = 'draft' OR (OLD.status = 'void' AND NEW.status <> 'void')
)
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
-- Only the demo company can be taken out again: a number that vanished would be a gap.
CREATE TRIGGER invoices_never_go
BEFORE DELETE ON invoices
WHEN OLD.number IS NOT NULL AND OLD.demo IS NOT 1
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_documents_never_change
BEFORE UPDATE ON invoice_documents
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_documents_never_go
BEFORE DELETE ON invoice_documents
WHEN (SELECT demo FROM invoices WHERE id = OLD.invoice_id) IS 0
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
-- Numbers are counted up one by one and never given back.
CREATE TRIGGER invoice_counters_begin
BEFORE INSERT ON invoice_counters
WHEN NEW.last <> 1
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_counters_count_up
BEFORE UPDATE ON invoice_counters
WHEN NEW.last <> OLD.last + 1 OR NEW.prefix <> OLD.prefix OR NEW.year <> OLD.year OR NEW.kind <> OLD.kind
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_counters_never_go
BEFORE DELETE ON invoice_counters
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_series_stay
BEFORE UPDATE ON invoice_series
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
-- The key of a charge stands for one order: once it was asked for, amount and card stay.
CREATE TRIGGER billing_charges_stay
BEFORE UPDATE ON billing_charges
WHEN NEW.schedule_id <> OLD.schedule_id OR NEW.period <> OLD.period OR NEW.attempt <> OLD.attempt
  OR NEW.invoice_id <> OLD.invoice_id OR NEW.job_id <> OLD.job_id
  OR (OLD.asked > 0 AND (NEW.cents IS NOT OLD.cents OR NEW.payments_customer_id IS NOT OLD.payments_customer_id))
  OR (OLD.state <> 'intended' AND NEW.state <> OLD.state)
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
