CREATE TABLE `saved_views` (
	`id` text PRIMARY KEY NOT NULL,
	`staff_id` text NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "saved_views_list" CHECK(("saved_views"."list" = 'jobs' OR "saved_views"."list" = 'customers' OR "saved_views"."list" = 'invoices' OR "saved_views"."list" = 'messages'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_one_per_name` ON `saved_views` (`staff_id`,`list`,`name`);--> statement-breakpoint
CREATE TABLE `today_snoozes` (
	`line` text PRIMARY KEY NOT NULL,
	`snoozed_until` integer,
	`snoozed_by` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `customers_sorted_by_name` ON `customers` (lower("name"),`id`);--> statement-breakpoint
CREATE INDEX `jobs_open_visits` ON `jobs` (`scheduled_start`,`seq`) WHERE ("jobs"."status" = 'scheduled' OR "jobs"."status" = 'en_route' OR "jobs"."status" = 'in_progress');--> statement-breakpoint
CREATE INDEX `jobs_sorted_by_visit` ON `jobs` (CASE WHEN "scheduled_start" IS NULL THEN 9000000000000 ELSE "scheduled_start" END,`seq`);--> statement-breakpoint
CREATE INDEX `jobs_sorted_by_customer` ON `jobs` (lower("customer_name"),`seq`);--> statement-breakpoint
CREATE INDEX `jobs_sorted_by_address` ON `jobs` (lower("address"),`seq`);--> statement-breakpoint
CREATE INDEX `jobs_sorted_by_total` ON `jobs` (`total_cents`,`seq`);--> statement-breakpoint
CREATE INDEX `jobs_sorted_by_payment` ON `jobs` (`payment_state`,`seq`);--> statement-breakpoint
CREATE INDEX `outbox_sorted_by_recipient` ON `outbox` (`recipient`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_sorted_by_template` ON `outbox` (`template`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_sorted_by_state` ON `outbox` (`state`,`id`);