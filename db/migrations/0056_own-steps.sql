CREATE TABLE `taken_visits` (
	`event` integer NOT NULL,
	`worker_id` text NOT NULL,
	`job_id` text NOT NULL,
	`way` text NOT NULL,
	`by_customer` integer NOT NULL,
	`start` integer NOT NULL,
	`end` integer NOT NULL,
	`at` integer NOT NULL,
	`seen_at` integer,
	PRIMARY KEY(`event`, `worker_id`),
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "taken_visits_way" CHECK(("taken_visits"."way" = 'canceled' OR "taken_visits"."way" = 'reassigned' OR "taken_visits"."way" = 'unscheduled' OR "taken_visits"."way" = 'moved'))
);
--> statement-breakpoint
CREATE INDEX `taken_visits_by_worker` ON `taken_visits` (`worker_id`,`start`);--> statement-breakpoint
CREATE INDEX `taken_visits_by_job` ON `taken_visits` (`job_id`);--> statement-breakpoint
CREATE INDEX `taken_visits_by_age` ON `taken_visits` (`at`);--> statement-breakpoint
ALTER TABLE `jobs` ADD `arrived_at` integer;