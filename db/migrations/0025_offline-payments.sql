-- Names the table that is rebuilt below, so it goes first and comes back last.
DROP TRIGGER `ledger_transactions_spread`;--> statement-breakpoint
CREATE TABLE `__new_ledger_entries` (
	`transaction_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`account` text NOT NULL,
	`cents` integer NOT NULL,
	`franchise_id` text,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`transaction_id`, `seq`),
	FOREIGN KEY (`transaction_id`) REFERENCES `ledger_transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_entries_account" CHECK(("__new_ledger_entries"."account" = 'customers_receivable' OR "__new_ledger_entries"."account" = 'processor_cash' OR "__new_ledger_entries"."account" = 'processor_fees' OR "__new_ledger_entries"."account" = 'undeposited_funds' OR "__new_ledger_entries"."account" = 'bank' OR "__new_ledger_entries"."account" = 'revenue_hq' OR "__new_ledger_entries"."account" = 'franchise_payable' OR "__new_ledger_entries"."account" = 'franchise_receivable' OR "__new_ledger_entries"."account" = 'refunds' OR "__new_ledger_entries"."account" = 'tax_payable')),
	CONSTRAINT "ledger_entries_cents" CHECK(typeof("__new_ledger_entries"."cents") = 'integer' AND "__new_ledger_entries"."cents" <> 0),
	CONSTRAINT "ledger_entries_franchise" CHECK("__new_ledger_entries"."franchise_id" IS NOT NULL OR NOT ("__new_ledger_entries"."account" = 'franchise_payable' OR "__new_ledger_entries"."account" = 'franchise_receivable'))
);
--> statement-breakpoint
INSERT INTO `__new_ledger_entries`("transaction_id", "seq", "account", "cents", "franchise_id", "kind", "at") SELECT "transaction_id", "seq", "account", "cents", "franchise_id", "kind", "at" FROM `ledger_entries`;--> statement-breakpoint
DROP TABLE `ledger_entries`;--> statement-breakpoint
ALTER TABLE `__new_ledger_entries` RENAME TO `ledger_entries`;--> statement-breakpoint
CREATE INDEX `ledger_entries_by_account` ON `ledger_entries` (`account`,`at`,`kind`,`franchise_id`,`cents`);--> statement-breakpoint
CREATE INDEX `ledger_entries_by_franchise` ON `ledger_entries` (`franchise_id`,`account`,`at`,`kind`,`cents`);--> statement-breakpoint
DROP INDEX `payments_one_pays`;--> statement-breakpoint
ALTER TABLE `payments` ADD `method` text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `received_by` text DEFAULT 'hq' NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `note` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `recorded_by` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `undone_at` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `undone_by` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `undone_reason` text;--> statement-breakpoint
CREATE INDEX `payments_by_time` ON `payments` (`paid_at`,`id`) WHERE "payments"."status" = 'succeeded' AND "payments"."kind" = 'payment';--> statement-breakpoint
CREATE INDEX `payments_outside` ON `payments` (`paid_at`) WHERE "payments"."method" <> 'card';--> statement-breakpoint
ALTER TABLE `cancellations` ADD `fee_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `checkout_sessions` ADD `deposit` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `paid_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `refunds` ADD `method` text;--> statement-breakpoint
-- Jobs paid before this had one payment that counted.
UPDATE jobs SET paid_cents = (SELECT sum(captured_cents) FROM payments WHERE payments.job_id = jobs.id AND payments.pays)
WHERE id IN (SELECT job_id FROM payments WHERE pays);--> statement-breakpoint
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
CREATE TRIGGER ledger_entries_never_change
BEFORE UPDATE ON ledger_entries
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
