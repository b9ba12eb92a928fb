DROP INDEX `jobs_by_franchise_customer`;--> statement-breakpoint
ALTER TABLE `jobs` ADD `claimed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_by_franchise_customer` ON `jobs` (`franchise_id`,`customer_id`) WHERE "jobs"."claimed" = 0;--> statement-breakpoint
ALTER TABLE `job_templates` ADD `claimed` integer DEFAULT false NOT NULL;