CREATE TABLE `attachments` (
	`id` text PRIMARY KEY NOT NULL,
	`job_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer,
	`height` integer,
	`hash` text NOT NULL,
	`sent_hash` text NOT NULL,
	`thumbnail_hash` text,
	`shown` integer NOT NULL,
	`author` text NOT NULL,
	`uploaded_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "attachments_kind" CHECK(("attachments"."kind" = 'before' OR "attachments"."kind" = 'after' OR "attachments"."kind" = 'photo' OR "attachments"."kind" = 'document'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attachments_once` ON `attachments` (`job_id`,`hash`);--> statement-breakpoint
CREATE INDEX `attachments_by_hash` ON `attachments` (`hash`);--> statement-breakpoint
CREATE INDEX `attachments_by_thumbnail` ON `attachments` (`thumbnail_hash`) WHERE "attachments"."thumbnail_hash" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `attachments_by_uploader` ON `attachments` (`uploaded_by`,`created_at`);--> statement-breakpoint
CREATE INDEX `attachments_deleted` ON `attachments` (`deleted_at`) WHERE "attachments"."deleted_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `file_removals` (
	`hash` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER `attachments_leave_their_content` AFTER DELETE ON `attachments`
BEGIN
	INSERT OR IGNORE INTO `file_removals` (`hash`)
		SELECT OLD.`hash` UNION SELECT OLD.`thumbnail_hash` WHERE OLD.`thumbnail_hash` IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `attachments_change_their_thumbnail` AFTER UPDATE OF `thumbnail_hash` ON `attachments`
WHEN OLD.`thumbnail_hash` IS NOT NULL AND OLD.`thumbnail_hash` IS NOT NEW.`thumbnail_hash`
BEGIN
	INSERT OR IGNORE INTO `file_removals` (`hash`) VALUES (OLD.`thumbnail_hash`);
END;
