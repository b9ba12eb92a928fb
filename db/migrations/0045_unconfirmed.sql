ALTER TABLE `jobs` ADD `lapsed_at` integer;--> statement-breakpoint
ALTER TABLE `jobs` ADD `requester` text;