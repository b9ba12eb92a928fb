CREATE TABLE `alert_calls` (
	`id` text PRIMARY KEY NOT NULL,
	`incident_id` text NOT NULL,
	`kind` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`sent_at` integer,
	`last_error` text,
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `alert_calls_due` ON `alert_calls` (`due_at`) WHERE "alert_calls"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`check_name` text NOT NULL,
	`title` text NOT NULL,
	`action` text NOT NULL,
	`since` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`alerted_at` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_one_open` ON `incidents` (`check_name`) WHERE "incidents"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX `incidents_by_check` ON `incidents` (`check_name`,`alerted_at`);