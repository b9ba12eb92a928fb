ALTER TABLE `jobs` ADD `catalog_price_cents` integer;--> statement-breakpoint
ALTER TABLE `jobs` ADD `confirmed_at` integer;--> statement-breakpoint
CREATE INDEX `jobs_visited` ON `jobs` (`customer_id`,`seq`) WHERE "jobs"."status" = 'completed' AND "jobs"."worker_id" IS NOT NULL;--> statement-breakpoint
-- Customers who booked before this were promised their window without a time limit.
UPDATE `jobs` SET `confirmed_at` = `created_at` WHERE `status` = 'pending' AND `source` = 'public';
