ALTER TABLE `checkout_sessions` ADD `payments_customer_id` text;--> statement-breakpoint
ALTER TABLE `demo_sessions` ADD `customer_id` text;--> statement-breakpoint
ALTER TABLE `maintenance_plans` ADD `offer` text;--> statement-breakpoint
ALTER TABLE `maintenance_plans` ADD `consent` text;