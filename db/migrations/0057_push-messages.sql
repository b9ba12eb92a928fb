CREATE TABLE `notice_progress` (
	`id` integer PRIMARY KEY NOT NULL,
	`event` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`worker_id` text NOT NULL,
	`token_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`token_id`) REFERENCES `worker_tokens`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_by_worker` ON `push_subscriptions` (`worker_id`);--> statement-breakpoint
CREATE TABLE `worker_notices` (
	`id` text PRIMARY KEY NOT NULL,
	`about` text NOT NULL,
	`worker_id` text NOT NULL,
	`job_id` text NOT NULL,
	`kind` text NOT NULL,
	`start` integer NOT NULL,
	`state` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`lease_until` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "worker_notices_kind" CHECK(("worker_notices"."kind" = 'new' OR "worker_notices"."kind" = 'moved' OR "worker_notices"."kind" = 'canceled')),
	CONSTRAINT "worker_notices_state" CHECK(("worker_notices"."state" = 'queued' OR "worker_notices"."state" = 'sending' OR "worker_notices"."state" = 'pushed' OR "worker_notices"."state" = 'passed_on' OR "worker_notices"."state" = 'unsent'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `worker_notices_about_unique` ON `worker_notices` (`about`);--> statement-breakpoint
CREATE INDEX `worker_notices_due` ON `worker_notices` (`due_at`) WHERE "worker_notices"."state" = 'queued';--> statement-breakpoint
CREATE INDEX `worker_notices_leased` ON `worker_notices` (`lease_until`) WHERE "worker_notices"."state" = 'sending';--> statement-breakpoint
CREATE INDEX `worker_notices_told` ON `worker_notices` (`job_id`,`worker_id`,`id`);--> statement-breakpoint
CREATE INDEX `worker_notices_by_age` ON `worker_notices` (`created_at`);--> statement-breakpoint
ALTER TABLE `workers` ADD `notify_by` text;