ALTER TABLE `invoices` ADD `tentative` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `maybe_sent` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- A number stays with its invoice, unless the only message that carried it certainly did not arrive.
DROP TRIGGER invoices_number_stays;
--> statement-breakpoint
CREATE TRIGGER invoices_number_stays
BEFORE UPDATE OF number ON invoices
WHEN OLD.number IS NOT NULL AND NEW.number IS NOT OLD.number
  AND NOT (OLD.status = 'draft' AND OLD.tentative AND NEW.number IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
DROP TRIGGER invoice_documents_never_go;
--> statement-breakpoint
CREATE TRIGGER invoice_documents_never_go
BEFORE DELETE ON invoice_documents
WHEN (SELECT demo FROM invoices WHERE id = OLD.invoice_id) IS 0
  AND NOT EXISTS (SELECT 1 FROM invoices WHERE id = OLD.invoice_id AND status = 'draft' AND tentative)
  AND NOT EXISTS (
    SELECT 1 FROM invoices
    JOIN jobs ON jobs.id = invoices.job_id
    JOIN customers ON customers.id = jobs.customer_id
    WHERE invoices.id = OLD.invoice_id AND customers.erased_at IS NOT NULL
  )
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
-- Numbers are counted up one by one. The last one can be taken back while no invoice has it.
DROP TRIGGER invoice_counters_count_up;
--> statement-breakpoint
CREATE TRIGGER invoice_counters_count_up
BEFORE UPDATE ON invoice_counters
WHEN NEW.prefix <> OLD.prefix OR NEW.year <> OLD.year OR NEW.kind <> OLD.kind
  OR (NEW.last <> OLD.last + 1 AND NOT (
    OLD.kind = 'invoice' AND NEW.last = OLD.last - 1 AND NOT EXISTS (
      SELECT 1 FROM invoices WHERE number = printf('%s-%d-%04d', OLD.prefix, OLD.year, OLD.last)
    )
  ))
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
DROP TRIGGER invoice_counters_never_go;
--> statement-breakpoint
CREATE TRIGGER invoice_counters_never_go
BEFORE DELETE ON invoice_counters
WHEN OLD.last > 1 OR OLD.kind <> 'invoice'
  OR EXISTS (SELECT 1 FROM invoices WHERE number = printf('%s-%d-%04d', OLD.prefix, OLD.year, OLD.last))
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
