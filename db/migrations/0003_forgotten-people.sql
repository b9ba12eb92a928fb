-- What was sent says the same for ever, except that an erased person is taken out of it, in these words only.
DROP TRIGGER invoices_sent_stay;
--> statement-breakpoint
CREATE TRIGGER invoices_sent_stay
BEFORE UPDATE OF kind, status, job_id, franchise_id, refund_id, credits_id, content, total_cents, tax_cents, issued_on, due_on ON invoices
WHEN OLD.status <> 'draft' AND (
  NEW.kind <> OLD.kind OR NEW.job_id <> OLD.job_id OR NEW.franchise_id IS NOT OLD.franchise_id
  OR NEW.refund_id IS NOT OLD.refund_id OR NEW.credits_id IS NOT OLD.credits_id
  OR (NEW.content <> OLD.content AND NEW.content <> json_set(
    OLD.content, '$.customer', json('{"name":"Erased","email":null,"phone":null,"address":""}')
  ))
  OR NEW.total_cents <> OLD.total_cents OR NEW.tax_cents <> OLD.tax_cents
  OR NEW.issued_on IS NOT OLD.issued_on OR NEW.due_on IS NOT OLD.due_on
  OR NEW.status = 'draft' OR (OLD.status = 'void' AND NEW.status <> 'void')
)
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
-- The documents as they were sent go with the person they name, and with the demo company.
DROP TRIGGER invoice_documents_never_go;
--> statement-breakpoint
CREATE TRIGGER invoice_documents_never_go
BEFORE DELETE ON invoice_documents
WHEN (SELECT demo FROM invoices WHERE id = OLD.invoice_id) IS 0 AND NOT EXISTS (
  SELECT 1 FROM invoices
  JOIN jobs ON jobs.id = invoices.job_id
  JOIN customers ON customers.id = jobs.customer_id
  WHERE invoices.id = OLD.invoice_id AND customers.erased_at IS NOT NULL
)
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
-- The key of a charge stands for one order: once it was asked for, amount and card stay. Whose card it was
-- can be forgotten when nobody has to ask about it any more.
DROP TRIGGER billing_charges_stay;
--> statement-breakpoint
CREATE TRIGGER billing_charges_stay
BEFORE UPDATE ON billing_charges
WHEN NEW.schedule_id <> OLD.schedule_id OR NEW.period <> OLD.period OR NEW.attempt <> OLD.attempt
  OR NEW.invoice_id <> OLD.invoice_id OR NEW.job_id <> OLD.job_id
  OR (OLD.asked > 0 AND NEW.cents IS NOT OLD.cents)
  OR (OLD.asked > 0 AND NEW.payments_customer_id IS NOT OLD.payments_customer_id
    AND (OLD.state = 'intended' OR NEW.payments_customer_id IS NOT NULL))
  OR (OLD.state <> 'intended' AND NEW.state <> OLD.state)
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
