ALTER TABLE `jobs` ADD `reference` text;--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_by_reference` ON `jobs` (`reference`) WHERE "jobs"."reference" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_without_reference` ON `jobs` (`seq`) WHERE "jobs"."reference" IS NULL;