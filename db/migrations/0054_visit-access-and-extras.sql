CREATE TABLE `extra_approvals` (
	`id` text PRIMARY KEY NOT NULL,
	`job_id` text NOT NULL,
	`extras` text NOT NULL,
	`before_cents` integer NOT NULL,
	`total_cents` integer NOT NULL,
	`approved_name` text NOT NULL,
	`recorded_by` text NOT NULL,
	`approved_at` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `extra_approvals_by_job` ON `extra_approvals` (`job_id`,`approved_at`);--> statement-breakpoint
ALTER TABLE `customer_addresses` ADD `gate_code` text;--> statement-breakpoint
ALTER TABLE `customer_addresses` ADD `pets` text;