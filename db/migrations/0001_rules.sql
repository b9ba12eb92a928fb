-- No worker holds two visits that overlap, the buffer behind each included. A visit spans a day at the
-- most (a CHECK of the table), so looking back one day finds every visit that could reach into another.
CREATE TRIGGER jobs_no_overlap_on_update
BEFORE UPDATE OF worker_id, scheduled_start, scheduled_end, busy_until, status ON jobs
WHEN NEW.worker_id IS NOT NULL AND NEW.scheduled_start IS NOT NULL
  AND NEW.status IN ('scheduled', 'en_route', 'in_progress')
  AND EXISTS (
    SELECT 1 FROM jobs AS other
    WHERE other.worker_id = NEW.worker_id
      AND other.id <> NEW.id
      AND other.scheduled_start > NEW.scheduled_start - 86400000
      AND other.scheduled_start < NEW.busy_until
      AND other.busy_until > NEW.scheduled_start
      AND other.status IN ('scheduled', 'en_route', 'in_progress')
  )
BEGIN
  SELECT RAISE(ABORT, 'truckroll:overlap');
END;
--> statement-breakpoint
-- The timeline is append-only; only the demo company can be taken out again.
CREATE TRIGGER job_events_never_change
BEFORE UPDATE ON job_events
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
CREATE TRIGGER job_events_never_go
BEFORE DELETE ON job_events
WHEN (SELECT demo FROM jobs WHERE id = OLD.job_id) IS NOT 1
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
-- What people search jobs by. Filled up to the newest job whenever somebody searches, so that a
-- booking does not pay for it; `rowid` is the job's `seq`.
CREATE VIRTUAL TABLE job_search USING fts5(
  id, customer_name, customer_email, customer_phone, address,
  tokenize = "unicode61 remove_diacritics 2", prefix = '2 3'
);
--> statement-breakpoint
-- A transaction is one row whose lines add up to zero, and that row alone makes its entries: there is no
-- moment, and no way around the program, in which the books do not balance.
CREATE TRIGGER ledger_transactions_balance
BEFORE INSERT ON ledger_transactions
BEGIN
  -- Against INSERT OR REPLACE, which deletes without asking the trigger below.
  SELECT RAISE(ABORT, 'truckroll:append-only')
  WHERE EXISTS (SELECT 1 FROM ledger_transactions WHERE id = NEW.id);
  SELECT RAISE(ABORT, 'truckroll:unbalanced')
  WHERE (
    SELECT count(*) < 2
      OR sum(json_type(value, '$[1]') IS NOT 'integer' OR json_array_length(value) <> 2) > 0
      OR sum(value ->> 1) <> 0
    FROM json_each(NEW.lines)
  );
END;
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_spread
AFTER INSERT ON ledger_transactions
BEGIN
  INSERT INTO ledger_entries (transaction_id, seq, account, cents, franchise_id, kind, at)
  SELECT NEW.id, key, value ->> 0, value ->> 1, NEW.franchise_id, NEW.kind, NEW.at
  FROM json_each(NEW.lines);
  -- Against INSERT OR IGNORE, which would leave out an entry that breaks a rule.
  SELECT RAISE(ABORT, 'truckroll:unbalanced')
  WHERE (SELECT count(*) FROM ledger_entries WHERE transaction_id = NEW.id) <> json_array_length(NEW.lines);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_belong
BEFORE INSERT ON ledger_entries
WHEN NOT EXISTS (
  SELECT 1 FROM ledger_transactions AS whole
  WHERE whole.id = NEW.transaction_id
    AND whole.kind = NEW.kind AND whole.at = NEW.at AND whole.franchise_id IS NEW.franchise_id
    AND json_extract(whole.lines, '$[' || NEW.seq || '][0]') = NEW.account
    AND json_extract(whole.lines, '$[' || NEW.seq || '][1]') = NEW.cents
)
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_never_change
BEFORE UPDATE ON ledger_transactions
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_never_change
BEFORE UPDATE ON ledger_entries
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
-- Only the demo company can be taken out again, entries first.
CREATE TRIGGER ledger_transactions_never_go
BEFORE DELETE ON ledger_transactions
WHEN OLD.demo IS NOT 1
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_never_go
BEFORE DELETE ON ledger_entries
WHEN (SELECT demo FROM ledger_transactions WHERE id = OLD.transaction_id) IS NOT 1
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
-- Money has been divided by a share that took effect: shares are added, never changed.
CREATE TRIGGER franchise_splits_never_change
BEFORE UPDATE ON franchise_splits
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
-- All refunds of a payment together, those on their way included, never exceed what was captured. After
-- the insert, so that one that is ignored as a double is not taken for one too many.
CREATE TRIGGER refunds_within_captured
AFTER INSERT ON refunds
WHEN NEW.state <> 'refused' AND (
  SELECT sum(cents) FROM refunds WHERE payment_id = NEW.payment_id AND state <> 'refused'
) > (SELECT captured_cents FROM payments WHERE id = NEW.payment_id)
BEGIN
  SELECT RAISE(ABORT, 'truckroll:over-refund');
END;
--> statement-breakpoint
-- A refund is what was asked for under its key, and what became of it is final.
CREATE TRIGGER refunds_stay
BEFORE UPDATE OF payment_id, job_id, cents, cause, state ON refunds
WHEN NEW.payment_id <> OLD.payment_id OR NEW.job_id <> OLD.job_id OR NEW.cents <> OLD.cents
  OR NEW.cause <> OLD.cause OR (OLD.state <> 'intended' AND NEW.state <> OLD.state)
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
-- One payment belongs to one job for ever, and stays captured once it is.
CREATE TRIGGER payments_stay
BEFORE UPDATE OF job_id, status, captured_cents ON payments
WHEN NEW.job_id <> OLD.job_id
  OR (OLD.status = 'succeeded' AND (NEW.status <> OLD.status OR NEW.captured_cents <> OLD.captured_cents))
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
-- What was sent stays sent; only what came back of it may still grow.
CREATE TRIGGER transfers_stay
BEFORE UPDATE OF payment_id, franchise_id, cents, state, reversed_cents ON transfers
WHEN NEW.payment_id <> OLD.payment_id OR NEW.franchise_id <> OLD.franchise_id
  OR NEW.reversed_cents < OLD.reversed_cents
  OR (OLD.state = 'done' AND (NEW.state <> OLD.state OR NEW.cents <> OLD.cents))
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
--> statement-breakpoint
-- Sums hold as long as nothing changes in their stretch: 4,096 jobs, 2,048 movements of money. New rows
-- come in behind the last finished stretch, so that a booking pays nothing for this.
CREATE TRIGGER jobs_unsum_changed
AFTER UPDATE OF status, franchise_id, type, zip, place_state, created_at, scheduled_start, scheduled_end, started_at ON jobs
BEGIN
  DELETE FROM summed_chunks WHERE source = 'jobs' AND chunk = OLD.seq >> 12;
END;
--> statement-breakpoint
CREATE TRIGGER jobs_unsum_deleted
AFTER DELETE ON jobs
BEGIN
  DELETE FROM summed_chunks WHERE source = 'jobs' AND chunk = OLD.seq >> 12;
END;
--> statement-breakpoint
CREATE TRIGGER jobs_unsum_payments_of_changed
AFTER UPDATE OF type ON jobs
WHEN NEW.type <> OLD.type
BEGIN
  DELETE FROM summed_chunks
  WHERE source = 'ledger' AND chunk IN (SELECT id >> 11 FROM ledger_transactions WHERE job_id = OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_unsum
AFTER DELETE ON ledger_transactions
BEGIN
  DELETE FROM summed_chunks WHERE source = 'ledger' AND chunk = OLD.id >> 11;
END;
--> statement-breakpoint
-- Another label, or another franchise, may be what old jobs were booked under.
CREATE TRIGGER service_types_unsum_added
AFTER INSERT ON service_types
BEGIN
  DELETE FROM summed_chunks;
END;
--> statement-breakpoint
CREATE TRIGGER service_types_unsum_renamed
AFTER UPDATE OF label ON service_types
WHEN NEW.label <> OLD.label
BEGIN
  DELETE FROM summed_chunks;
END;
--> statement-breakpoint
CREATE TRIGGER service_types_unsum_deleted
AFTER DELETE ON service_types
BEGIN
  DELETE FROM summed_chunks;
END;
--> statement-breakpoint
CREATE TRIGGER franchises_unsum_added
AFTER INSERT ON franchises
BEGIN
  DELETE FROM summed_chunks WHERE source = 'jobs';
END;
--> statement-breakpoint
CREATE TRIGGER franchises_unsum_deleted
AFTER DELETE ON franchises
BEGIN
  DELETE FROM summed_chunks WHERE source = 'jobs';
END;
--> statement-breakpoint
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
