-- Only the demo company can be taken out again, entries first. That includes a booking that was only a test:
-- it counts as part of the demo, and no real processor took money for it.
DROP TRIGGER ledger_transactions_never_go;--> statement-breakpoint

CREATE TRIGGER ledger_transactions_never_go
BEFORE DELETE ON ledger_transactions
WHEN OLD.demo IS NOT 1 AND NOT EXISTS (
  SELECT 1 FROM jobs WHERE id = OLD.job_id AND demo = 1 AND NOT EXISTS (
    SELECT 1 FROM payments WHERE job_id = OLD.job_id AND method = 'card' AND captured_cents > 0
      AND id NOT IN (SELECT id FROM demo_intents)
  )
)
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;--> statement-breakpoint

DROP TRIGGER ledger_entries_never_go;--> statement-breakpoint

CREATE TRIGGER ledger_entries_never_go
BEFORE DELETE ON ledger_entries
WHEN (SELECT demo FROM ledger_transactions WHERE id = OLD.transaction_id) IS NOT 1 AND NOT EXISTS (
  SELECT 1 FROM ledger_transactions AS whole JOIN jobs ON jobs.id = whole.job_id
  WHERE whole.id = OLD.transaction_id AND jobs.demo = 1 AND NOT EXISTS (
    SELECT 1 FROM payments WHERE job_id = whole.job_id AND method = 'card' AND captured_cents > 0
      AND id NOT IN (SELECT id FROM demo_intents)
  )
)
BEGIN
  SELECT RAISE(ABORT, 'truckroll:append-only');
END;
