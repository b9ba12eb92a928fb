ALTER TABLE `franchises` ADD `slug` text;--> statement-breakpoint
CREATE UNIQUE INDEX `franchises_slug_unique` ON `franchises` (`slug`);