CREATE TABLE `client_errors` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message` text NOT NULL,
	`grouping` text NOT NULL,
	`stack` text,
	`page` text,
	`user_agent` text,
	`metadata` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `client_errors_by_age` ON `client_errors` (`at`);--> statement-breakpoint
CREATE INDEX `client_errors_by_group` ON `client_errors` (`grouping`,`at`);--> statement-breakpoint
CREATE TABLE `job_area_sums` (
	`chunk` integer NOT NULL,
	`day` integer NOT NULL,
	`franchise_id` text NOT NULL,
	`area` text NOT NULL,
	`inside` integer NOT NULL,
	`outside` integer NOT NULL,
	`unplaced` integer NOT NULL,
	PRIMARY KEY(`chunk`, `area`, `day`, `franchise_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `job_sums` (
	`chunk` integer NOT NULL,
	`day` integer NOT NULL,
	`franchise_id` text NOT NULL,
	`pending` integer NOT NULL,
	`scheduled` integer NOT NULL,
	`en_route` integer NOT NULL,
	`in_progress` integer NOT NULL,
	`completed` integer NOT NULL,
	`cancelled` integer NOT NULL,
	`no_show` integer NOT NULL,
	`lead_minutes` integer NOT NULL,
	`lead_jobs` integer NOT NULL,
	PRIMARY KEY(`chunk`, `day`, `franchise_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `job_type_sums` (
	`chunk` integer NOT NULL,
	`day` integer NOT NULL,
	`franchise_id` text NOT NULL,
	`service_id` text NOT NULL,
	`jobs` integer NOT NULL,
	`completed` integer NOT NULL,
	`cancelled` integer NOT NULL,
	PRIMARY KEY(`chunk`, `service_id`, `day`, `franchise_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `ledger_sums` (
	`chunk` integer NOT NULL,
	`day` integer NOT NULL,
	`franchise_id` text NOT NULL,
	`payments` integer NOT NULL,
	`revenue_cents` integer NOT NULL,
	`refund_cents` integer NOT NULL,
	`tax_cents` integer NOT NULL,
	`franchise_cents` integer NOT NULL,
	`hq_cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	PRIMARY KEY(`chunk`, `day`, `franchise_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `ledger_type_sums` (
	`chunk` integer NOT NULL,
	`day` integer NOT NULL,
	`franchise_id` text NOT NULL,
	`service_id` text NOT NULL,
	`payments` integer NOT NULL,
	`revenue_cents` integer NOT NULL,
	`refund_cents` integer NOT NULL,
	PRIMARY KEY(`chunk`, `service_id`, `day`, `franchise_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `summed_chunks` (
	`source` text NOT NULL,
	`chunk` integer NOT NULL,
	`time_zone` text NOT NULL,
	`totals` text NOT NULL,
	PRIMARY KEY(`source`, `chunk`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `visit_sums` (
	`chunk` integer NOT NULL,
	`day` integer NOT NULL,
	`franchise_id` text NOT NULL,
	`visits` integer NOT NULL,
	`completed` integer NOT NULL,
	`no_show` integer NOT NULL,
	`minutes` integer NOT NULL,
	`started` integer NOT NULL,
	`on_time` integer NOT NULL,
	PRIMARY KEY(`chunk`, `day`, `franchise_id`)
) WITHOUT ROWID;
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
