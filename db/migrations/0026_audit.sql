DROP INDEX `activity_by_age`;--> statement-breakpoint
ALTER TABLE `activity` ADD `via` text;--> statement-breakpoint
ALTER TABLE `activity` ADD `address` text;--> statement-breakpoint
ALTER TABLE `activity` ADD `actor_id` text;--> statement-breakpoint
ALTER TABLE `activity` ADD `subject_kind` text;--> statement-breakpoint
ALTER TABLE `activity` ADD `subject_id` text;--> statement-breakpoint
ALTER TABLE `activity` ADD `subject_name` text;--> statement-breakpoint
ALTER TABLE `activity` ADD `franchise_id` text;--> statement-breakpoint
CREATE INDEX `activity_of_others` ON `activity` (`at`) WHERE "activity"."via" IS NULL;--> statement-breakpoint
CREATE INDEX `activity_of_hq` ON `activity` (`at`) WHERE "activity"."via" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `activity_by_actor` ON `activity` (`actor_id`,`at`) WHERE "activity"."via" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `activity_by_subject` ON `activity` (`subject_kind`,`subject_id`,`at`) WHERE "activity"."via" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `activity_by_franchise` ON `activity` (`franchise_id`,`at`) WHERE "activity"."via" IS NOT NULL;