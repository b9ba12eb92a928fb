ALTER TABLE `cancellations` ADD `fee_due_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `booking_rules` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `kept_cents` integer DEFAULT 0 NOT NULL;