ALTER TABLE `franchises` ADD `visit_moves` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `movable` integer DEFAULT false NOT NULL;