CREATE INDEX `invoices_open` ON `invoices` (`status`,`due_on`,`id`) WHERE "invoices"."status" = 'sent' AND "invoices"."kind" = 'invoice' AND "invoices"."paid_at" IS NULL;--> statement-breakpoint
CREATE INDEX `invoices_by_due` ON `invoices` (CASE WHEN "due_on" IS NULL THEN '9999-12-31' ELSE "due_on" END,`id`);--> statement-breakpoint
CREATE INDEX `invoices_by_customer` ON `invoices` (lower("customer_name"),`id`);--> statement-breakpoint
CREATE INDEX `invoices_by_amount` ON `invoices` (CASE "kind" WHEN 'credit_note' THEN -"total_cents" ELSE "total_cents" END,`id`);--> statement-breakpoint
CREATE INDEX `ledger_transactions_by_time` ON `ledger_transactions` (`at`);--> statement-breakpoint
CREATE INDEX `ledger_transactions_by_franchise` ON `ledger_transactions` (`franchise_id`,`at`);--> statement-breakpoint
CREATE INDEX `transfers_unsent` ON `transfers` (`franchise_id`,`state`,`cents`,`id`) WHERE "transfers"."state" IN ('pending', 'intended', 'refused');