CREATE TABLE `job_answers` (
	`job_id` text NOT NULL,
	`item_id` text NOT NULL,
	`label` text NOT NULL,
	`kind` text NOT NULL,
	`value` text,
	`answered_by` text NOT NULL,
	`answered_at` integer NOT NULL,
	PRIMARY KEY(`job_id`, `item_id`),
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "job_answers_kind" CHECK(("job_answers"."kind" = 'check' OR "job_answers"."kind" = 'number' OR "job_answers"."kind" = 'text' OR "job_answers"."kind" = 'photo'))
);
--> statement-breakpoint
CREATE TABLE `job_signatures` (
	`id` text PRIMARY KEY NOT NULL,
	`job_id` text NOT NULL,
	`signer` text NOT NULL,
	`way` text NOT NULL,
	`strokes` text NOT NULL,
	`statement` text NOT NULL,
	`lines` text NOT NULL,
	`signed_hash` text NOT NULL,
	`taken_by` text NOT NULL,
	`signed_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "job_signatures_way" CHECK(("job_signatures"."way" = 'drawn' OR "job_signatures"."way" = 'typed'))
);
--> statement-breakpoint
CREATE INDEX `job_signatures_by_job` ON `job_signatures` (`job_id`,`signed_at`);--> statement-breakpoint
ALTER TABLE `service_types` ADD `checklist` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `service_types` ADD `asks_signature` integer DEFAULT false NOT NULL;