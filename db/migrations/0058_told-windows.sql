ALTER TABLE `jobs` ADD `told_start` integer;--> statement-breakpoint
ALTER TABLE `jobs` ADD `told_end` integer;